import type { RequestHandler } from 'express'
import helmet from 'helmet'
import type { Settings } from '#api/settings/settings.ts'

/** Security headers for every response. Pages replace the closed content security policy. */
export function securityHeaders({ publicUrl }: Settings): RequestHandler {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: publicUrl.startsWith('https:')
      ? { maxAge: 365 * 24 * 60 * 60, includeSubDomains: false }
      : false,
    xFrameOptions: { action: 'deny' },
    // Only obsolete browsers and plugins read these.
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })
}

/**
 * The content security policy of pages that need no script.
 * @param forms where their forms may be sent
 */
export const plainPagePolicy = (forms: "'none'" | "'self'" = "'none'") =>
  `default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action ${forms}; frame-ancestors 'none'`

/** Quoted CSP hashes of the inline scripts and styles of pages. */
export interface InlineHashes {
  scripts: readonly string[]
  styles: readonly string[]
}

/** The content security policy of pages. Posts may link to media on any host. */
export function pagePolicy({ scripts, styles }: InlineHashes): string {
  const directives = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...scripts],
    'style-src': ["'self'", ...styles],
    'img-src': ["'self'", 'https:', 'http:', 'data:', 'blob:'],
    'media-src': ['https:', 'http:'],
    'connect-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')
}
