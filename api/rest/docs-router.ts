import { readFileSync } from 'node:fs'
import { type RequestHandler, type Response, Router } from 'express'
import { plainPagePolicy } from '#api/http/security-headers.ts'
import type { Settings } from '#api/settings/settings.ts'
import { docsPage } from './docs-page.ts'
import { guides, llmsText } from './guides.ts'
import { openApi } from './openapi.ts'
import type { Route } from './route.ts'

export const docsPaths = ['/openapi.json', '/docs', ...guides.map(({ path }) => path)]

/**
 * The API reference: /openapi.json for programs, /docs for people, and the guides. Public and
 * cacheable.
 */
export function createDocsRouter(routes: readonly Route[], settings: Settings): Router {
  const document = JSON.stringify(openApi(routes, settings), null, 2)
  const page = docsPage(routes, settings.publicUrl)
  const style = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
  const [pageStyle, docsStyle] = [style('page.css'), style('docs-page.css')]
  const router = Router()
  router.get('/openapi.json', (_req, res) => send(res, 'json', document))
  router.get('/docs', (_req, res) => send(res, 'html', page))
  router.get('/page.css', (_req, res) => send(res, 'css', pageStyle))
  router.get('/docs.css', (_req, res) => send(res, 'css', docsStyle))
  for (const { path, file } of guides) {
    const text = readFileSync(file, 'utf8')
    router.get(path, (_req, res) => send(res, 'text/markdown', text))
  }
  return router
}

/** /llms.txt, which leads programs to the documentation. */
export function llmsFile({ publicUrl }: Settings): RequestHandler {
  const text = llmsText(publicUrl)
  return (_req, res) => send(res, 'text', text)
}

function send(res: Response, type: string, body: string): void {
  res.removeHeader('Vary')
  res
    .set({ 'Cache-Control': 'public, no-cache', 'Content-Security-Policy': plainPagePolicy() })
    .type(type)
    .send(body)
}
