import type { RequestHandler } from 'express'
import helmet from 'helmet'
import type { Settings } from '#api/settings/settings.ts'

/** On every answer. One that is shown in a browser has a policy of its own instead of the closed one set here. */
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
    // For browsers and plugins that are gone.
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })
}

/** Hashes of what stands inline in the pages, each in quotes as the policy writes it. */
export interface InlineHashes {
  scripts: readonly string[]
  styles: readonly string[]
}

/** The policy of the client's pages: scripts from here alone, pictures and videos that people linked from anywhere. */
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
