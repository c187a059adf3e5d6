import type { RequestHandler } from 'express'
import type { Services } from '#api/context.ts'
import { RETRY_AFTER_SECONDS } from '#api/database/unavailable.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { sendProblem } from './problem.ts'

const { version } = packageJson
const DATABASE_TIMEOUT_MS = 2_000
/** Many monitors share one look at the database. */
const KEPT_MS = 500

export const healthz: RequestHandler = (_req, res) => {
  res.set('Cache-Control', 'no-store').json({ status: 'ok', version })
}

/** Ready means that the database responds within two seconds and accepts writes. */
export function readyz(services: Services): RequestHandler {
  const check = shared(() => problemOfDatabase(services))
  return async (_req, res) => {
    res.set('Cache-Control', 'no-store')
    const problem = await check()
    if (problem)
      sendProblem(res.set('Retry-After', String(RETRY_AFTER_SECONDS)), {
        status: 503,
        code: 'SERVICE_UNAVAILABLE',
        detail: problem,
      })
    else
      res.json({
        status: 'ready',
        version,
        ...(services.replicas && { replicas: services.replicas.counts() }),
      })
  }
}

/** Checks once for all who ask meanwhile, and keeps the result for a moment. */
function shared<Result>(check: () => Promise<Result>): () => Promise<Result> {
  let latest: Promise<Result> | null = null
  let checkedAt = Number.POSITIVE_INFINITY
  return () => {
    if (!latest || performance.now() - checkedAt > KEPT_MS) {
      checkedAt = Number.POSITIVE_INFINITY
      latest = check().finally(() => {
        checkedAt = performance.now()
      })
    }
    return latest
  }
}

/** @returns a sentence, or null when the database is ready */
async function problemOfDatabase({ database, log }: Services): Promise<string | null> {
  const { promise: timeout, resolve } = Promise.withResolvers<string>()
  const timer = setTimeout(
    () => resolve(`The database did not answer within ${DATABASE_TIMEOUT_MS / 1000} seconds.`),
    DATABASE_TIMEOUT_MS,
  )
  const check = database.$queryRaw<
    [{ standby: boolean }]
  >`SELECT pg_is_in_recovery() AS "standby"`.then(
    ([{ standby }]) => (standby ? 'The database is a standby and does not accept writes.' : null),
    (error: unknown) => {
      log.error({ err: error }, 'The database does not answer')
      return 'The database does not answer.'
    },
  )
  const problem = await Promise.race([check, timeout])
  clearTimeout(timer)
  return problem
}
