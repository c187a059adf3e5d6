import type { RequestHandler } from 'express'
import type { Services } from '#api/context.ts'
import { RETRY_AFTER_SECONDS } from '#api/database/unavailable.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { sendProblem } from './problem.ts'

const { version } = packageJson
const PATIENCE = 2_000

export const healthz: RequestHandler = (_req, res) => {
  res.set('Cache-Control', 'no-store').json({ status: 'ok', version })
}

/** Ready while the database answers within two seconds and can be written to. Of replicas it tells how many are of use. */
export function readyz(services: Services): RequestHandler {
  const { database, log } = services
  return async (_req, res) => {
    res.set('Cache-Control', 'no-store')
    const { promise: late, resolve } = Promise.withResolvers<string>()
    const timer = setTimeout(
      () => resolve(`The database did not answer within ${PATIENCE / 1000} seconds.`),
      PATIENCE,
    )
    const answer = database.$queryRaw<
      [{ standby: boolean }]
    >`SELECT pg_is_in_recovery() AS "standby"`.then(
      ([{ standby }]) =>
        standby ? 'The database is a standby, which cannot be written to.' : null,
      (error: unknown) => {
        log.error({ err: error }, 'The database does not answer')
        return 'The database does not answer.'
      },
    )
    const reason = await Promise.race([answer, late])
    clearTimeout(timer)
    if (reason)
      sendProblem(res.set('Retry-After', String(RETRY_AFTER_SECONDS)), {
        status: 503,
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
