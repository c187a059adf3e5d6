import path from 'node:path'
import { Router } from 'express'
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
  files.use((req, res, next) =>
    FILE.test(req.path) && !PRIVATE_FILE.test(req.path) ? others(req, res, next) : next(),
  )
  return files
}

function serve(directory: string, serveStatic: { maxAge: number; immutable?: boolean }) {
  return serveCompressed(directory, {
    enableBrotli: true,
    orderPreference: ['br', 'gz'],
    index: false,
    serveStatic: { ...serveStatic, redirect: false },
  })
}
