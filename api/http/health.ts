import type { RequestHandler } from 'express'
import packageJson from '../../package.json' with { type: 'json' }
import type { Services } from '../context.ts'
import { RETRY_AFTER } from '../unavailable.ts'
import { sendProblem } from './problem.ts'

const { version } = packageJson
const PATIENCE = 2_000

export const healthz: RequestHandler = (_req, res) => {
  res.set('Cache-Control', 'no-store').json({ status: 'ok', version })
}

/** Ready while the database answers within two seconds. */
export function readyz({ database, log }: Services): RequestHandler {
  return async (_req, res) => {
    res.set('Cache-Control', 'no-store')
    const { promise: late, resolve } = Promise.withResolvers<string>()
    const timer = setTimeout(() => resolve(`The database did not answer within ${PATIENCE / 1000} seconds.`), PATIENCE)
    const answer = database.$queryRaw`SELECT 1`.then(
      () => null,
      (error: unknown) => {
        log.error({ err: error }, 'The database does not answer')
        return 'The database does not answer.'
      },
    )
    const reason = await Promise.race([answer, late])
    clearTimeout(timer)
    if (reason) sendProblem(res.set('Retry-After', String(RETRY_AFTER)), { status: 503, detail: reason })
    else res.json({ status: 'ready', version })
  }
}
