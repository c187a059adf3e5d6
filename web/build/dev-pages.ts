import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Plugin } from 'vite'
import { withProvider } from '../../rules/oidc.ts'
import { paths } from '../../rules/paths.ts'
import { ENTRY, type PrerenderModule, withPage } from './prerender.ts'

/** Which page the server sends for an address; the built one does the same from web/dist. */
async function pageFor(
  pathname: string,
  isSignedIn: () => Promise<boolean>,
): Promise<string | null> {
  if (pathname === paths.signIn) return 'sign-in.html'
  if (/^\/(api|graphql|media|healthz|readyz|metrics)(\/|$)/.test(pathname)) return null
  return pathname === paths.home && !(await isSignedIn()) ? 'landing.html' : 'app.html'
}

async function isSignedIn(api: string, cookie = ''): Promise<boolean> {
  const response = await fetch(`${api}/api/auth/user`, { headers: { cookie } }).catch(() => null)
  return response?.ok ?? false
}

interface DevPages {
  /** The API's origin. */
  api: string
  /** Whether there is a demo user. */
  demo: 'on' | 'off'
  /** Whether mail is sent. */
  mail: 'on' | 'off'
  /** What the operator's provider is called; null where there is none. */
  provider: string | null
}

/** The development server's pages: an address gets its HTML file. */
export function devPages({ api, demo, mail, provider }: DevPages): Plugin {
  return {
    name: 'dev-pages',
    configureServer(server) {
      server.middlewares.use(async (request, response, next) => {
        const { pathname } = new URL(request.url ?? '/', 'http://localhost')
        if (!request.headers.accept?.includes('text/html')) return next()
        try {
          const page = await pageFor(pathname, () => isSignedIn(api, request.headers.cookie))
          if (!page) return next()
          const source = await readFile(path.join(server.config.root, page), 'utf8')
          const html = await server.transformIndexHtml(
            `/${page}`,
            source
              .replace('name="demo-user" content="off"', `name="demo-user" content="${demo}"`)
              .replace('name="mail" content="off"', `name="mail" content="${mail}"`),
          )
          const module = (await server.ssrLoadModule(`/${ENTRY}`)) as PrerenderModule
          response
            .setHeader('content-type', 'text/html; charset=utf-8')
            .end(withProvider(await withPage(page, html, module), provider))
        } catch (error) {
          next(error)
        }
      })
    },
  }
}
