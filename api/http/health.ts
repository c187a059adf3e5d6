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

/**
 * Ready means that the database responds within two seconds and accepts writes. With `?for=reads`,
 * any database that responds is enough: the primary, also as a standby, or a replica.
 */
export function readyz(services: Services): RequestHandler {
  const look = shared(() => lookAtPrimary(services))
  return async (req, res) => {
    res.set('Cache-Control', 'no-store')
    const forReads = req.query.for === 'reads'
    // A primary that hangs must not delay this: load balancers wait for a second or so.
    const hasReplica = (services.replicas?.counts().used ?? 0) > 0
    const problem = forReads && hasReplica ? null : problemOf(await look(), forReads)
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

interface PrimaryState {
  responds: boolean
  /** A sentence, or null when it accepts writes. */
  problem: string | null
}

const problemOf = ({ responds, problem }: PrimaryState, forReads: boolean): string | null =>
  forReads && responds ? null : problem

const silent = (problem: string): PrimaryState => ({ responds: false, problem })

async function lookAtPrimary({ database, log }: Services): Promise<PrimaryState> {
  const { promise: timeout, resolve } = Promise.withResolvers<PrimaryState>()
  const seconds = DATABASE_TIMEOUT_MS / 1000
  const timer = setTimeout(
    () => resolve(silent(`The database did not answer within ${seconds} seconds.`)),
    DATABASE_TIMEOUT_MS,
  )
  const check = database.$queryRaw<
    [{ standby: boolean }]
  >`SELECT pg_is_in_recovery() AS "standby"`.then(
    ([{ standby }]) => ({
      responds: true,
      problem: standby ? 'The database is a standby and does not accept writes.' : null,
    }),
    (error: unknown) => {
      log.error({ err: error }, 'The database does not answer')
      return silent('The database does not answer.')
    },
  )
  const state = await Promise.race([check, timeout])
  clearTimeout(timer)
  return state
}
