import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Plugin } from 'vite'
import { withProvider } from '../../rules/oidc.ts'
import { type PageSettings, withPageSettings } from '../../rules/page-settings.ts'
import { codeInPath, paths } from '../../rules/paths.ts'
import { ENTRY, insertPage, type PrerenderModule } from './prerender.ts'

/** The HTML file for a path, chosen as the production server does. */
async function pageFor(
  pathname: string,
  isSignedIn: () => Promise<boolean>,
): Promise<string | null> {
  if (pathname === '/gallery') return 'gallery.html'
  if (pathname === paths.signIn || codeInPath(pathname) !== null) return 'sign-in.html'
  if (/^\/(api|graphql|media|healthz|readyz|metrics)(\/|$)/.test(pathname)) return null
  return pathname === paths.home && !(await isSignedIn()) ? 'landing.html' : 'app.html'
}

async function isSignedIn(api: string, cookie = ''): Promise<boolean> {
  const response = await fetch(`${api}/api/auth/user`, { headers: { cookie } }).catch(() => null)
  return response?.ok ?? false
}

interface DevPages {
  /** Origin of the API. */
  api: string
  settings: PageSettings
  /** Name of the OpenID provider, if one is configured. */
  provider: string | null
}

/** Serves the HTML pages in development. */
export function devPages({ api, settings, provider }: DevPages): Plugin {
  return {
    name: 'dev-pages',
    configureServer(server) {
      server.middlewares.use(async (request, response, next) => {
        const { pathname } = new URL(request.url ?? '/', 'http://localhost')
        if (request.method === 'POST' || !request.headers.accept?.includes('text/html'))
          return next()
        try {
          const page = await pageFor(pathname, () => isSignedIn(api, request.headers.cookie))
          if (!page) return next()
          const source = await readFile(path.join(server.config.root, page), 'utf8')
          const html = await server.transformIndexHtml(
            `/${page}`,
            withPageSettings(source, settings),
          )
          const module = (await server.ssrLoadModule(`/${ENTRY}`)) as PrerenderModule
          response
            .setHeader('content-type', 'text/html; charset=utf-8')
            .end(withProvider(await insertPage(page, html, module), provider))
        } catch (error) {
          next(error)
        }
      })
    },
  }
}
