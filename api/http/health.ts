import type { RequestHandler } from 'express'
import type { Services } from '#api/context.ts'
import { RETRY_AFTER_SECONDS } from '#api/database/unavailable.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { sendProblem } from './problem.ts'

const { version } = packageJson
const DATABASE_TIMEOUT_MS = 2_000

export const healthz: RequestHandler = (_req, res) => {
  res.set('Cache-Control', 'no-store').json({ status: 'ok', version })
}

/** Ready means that the database responds within two seconds and accepts writes. */
export function readyz(services: Services): RequestHandler {
  const { database, log } = services
  return async (_req, res) => {
    res.set('Cache-Control', 'no-store')
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
    const reason = await Promise.race([check, timeout])
    clearTimeout(timer)
    if (reason)
      sendProblem(res.set('Retry-After', String(RETRY_AFTER_SECONDS)), {
        status: 503,
        code: 'SERVICE_UNAVAILABLE',
        detail: reason,
      })
    else
      res.json({
        status: 'ready',
        version,
        ...(services.replicas && { replicas: services.replicas.counts() }),
      })
  }
}
