import { readFileSync } from 'node:fs'
import { type Response, Router } from 'express'
import type { Settings } from '#api/settings/settings.ts'
import { docsPage } from './docs-page.ts'
import { openApi } from './openapi.ts'
import type { Route } from './route.ts'

const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export const docsPaths = ['/openapi.json', '/docs']

/** The API reference: /openapi.json for programs, /docs for people. Public and cacheable. */
export function createDocsRouter(routes: readonly Route[], { publicUrl }: Settings): Router {
  const document = JSON.stringify(openApi(routes, publicUrl), null, 2)
  const page = docsPage(routes, publicUrl)
  const style = readFileSync(new URL('docs-page.css', import.meta.url), 'utf8')
  const send = (res: Response, type: string, body: string) => {
    res.removeHeader('Vary')
    res
      .set({ 'Cache-Control': 'public, no-cache', 'Content-Security-Policy': POLICY })
      .type(type)
      .send(body)
  }
  const router = Router()
  router.get('/openapi.json', (_req, res) => send(res, 'json', document))
  router.get('/docs', (_req, res) => send(res, 'html', page))
  router.get('/docs.css', (_req, res) => send(res, 'css', style))
  return router
}
