import { existsSync, readFileSync } from 'node:fs'
import type { RequestHandler } from 'express'
import { isRead } from '#api/http/methods.ts'
import { graphiqlFiles } from './graphiql-files.ts'
import { notBuilt, REVALIDATE } from './pages.ts'

/** GraphiQL for a browser that opens the GraphQL endpoint. Other requests pass. */
export function graphiqlPage(files = graphiqlFiles): RequestHandler {
  const policy = existsSync(files.policy) ? readFileSync(files.policy, 'utf8') : null

  return (req, res, next) => {
    if (!isRead(req.method) || req.accepts(['json', 'html']) !== 'html') return next()
    if (policy === null) return notBuilt(res)
    res
      .set({ 'Content-Security-Policy': policy, 'Cache-Control': REVALIDATE })
      .vary('Accept')
      .vary('Accept-Encoding')
      .type('html')
    const isGzip = Boolean(req.acceptsEncodings('gzip'))
    if (isGzip) res.set('Content-Encoding', 'gzip')
    res.sendFile(isGzip ? files.gzip : files.page, {
      cacheControl: false,
      acceptRanges: false,
      dotfiles: 'allow',
    })
  }
}
