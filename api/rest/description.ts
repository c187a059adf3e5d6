import { readFileSync } from 'node:fs'
import { type Response, Router } from 'express'
import type { Settings } from '#api/settings/settings.ts'
import { docsPage } from './docs-page.ts'
import { openApi } from './openapi.ts'
import type { Call } from './row.ts'

const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export const descriptions = ['/openapi.json', '/docs']

/** The calls described: for programs at /openapi.json, for people at /docs. The same for every caller. */
export function createDescription(calls: readonly Call[], { publicUrl }: Settings): Router {
  const description = JSON.stringify(openApi(calls, publicUrl), null, 2)
  const page = docsPage(calls, publicUrl)
  const style = readFileSync(new URL('docs-page.css', import.meta.url), 'utf8')
  const send = (res: Response, type: string, body: string) => {
    res.removeHeader('Vary')
    res
      .set({ 'Cache-Control': 'public, no-cache', 'Content-Security-Policy': POLICY })
      .type(type)
      .send(body)
  }
  const routes = Router()
  routes.get('/openapi.json', (_req, res) => send(res, 'json', description))
  routes.get('/docs', (_req, res) => send(res, 'html', page))
  routes.get('/docs.css', (_req, res) => send(res, 'css', style))
  return routes
}
