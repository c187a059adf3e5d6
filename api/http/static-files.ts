import path from 'node:path'
import { type RequestHandler, Router } from 'express'
import serveCompressed from 'express-static-gzip'
import { notFound } from './problem.ts'

const YEAR_MS = 365 * 24 * 60 * 60 * 1000
const HOUR_MS = 60 * 60 * 1000
const FILE = /^\/[\w./-]+\.\w+$/
/** Other routes serve the pages. The server alone reads the JSON files. */
const PRIVATE_FILE = /\.(html|json)(\.br|\.gz)?$/i

/**
 * The files of the built client. Names in /assets contain a content hash, so those never change.
 */
export function staticFiles(client: string): Router {
  const files = Router()
  files.use(
    '/assets',
    serve(path.join(client, 'assets'), { maxAge: YEAR_MS, immutable: true }),
    (_req, res) => notFound(res),
  )
  const others = serve(client, { maxAge: HOUR_MS })
  files.use((req, res, next) => (PRIVATE_FILE.test(req.path) ? next() : others(req, res, next)))
  return files
}

function serve(
  directory: string,
  serveStatic: { maxAge: number; immutable?: boolean },
): RequestHandler {
  const handler = serveCompressed(directory, {
    enableBrotli: true,
    orderPreference: ['br', 'gz'],
    index: false,
    serveStatic: { ...serveStatic, redirect: false },
  })
  // The library has responses of its own for a malformed path.
  return (req, res, next) => (FILE.test(req.path) ? handler(req, res, next) : next())
}
