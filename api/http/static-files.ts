import path from 'node:path'
import { Router } from 'express'
import serveCompressed from 'express-static-gzip'
import { notFound } from './problem.ts'

const YEAR = 365 * 24 * 60 * 60 * 1000
const HOUR = 60 * 60 * 1000
const FILE = /^\/[\w./-]+\.\w+$/
/** The pages, and what only the server reads. */
const NOT_SERVED = /\.(html|json)(\.br|\.gz)?$/i

/** The files of the built client. What is in /assets has its content's hash in its name and never changes. */
export function staticFiles(client: string): Router {
  const files = Router()
  files.use(
    '/assets',
    serve(path.join(client, 'assets'), { maxAge: YEAR, immutable: true }),
    (_req, res) => notFound(res),
  )
  const others = serve(client, { maxAge: HOUR })
  files.use((req, res, next) =>
    FILE.test(req.path) && !NOT_SERVED.test(req.path) ? others(req, res, next) : next(),
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
