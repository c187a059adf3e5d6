import { type Request, type Response, Router } from 'express'
import { contextOf } from '#api/http/locals.ts'
import { readCode, readCurrentPassword } from '../common/account-input.ts'
import { verifyCurrentPassword } from '../password/password.write.ts'
import { bodyOf, requireSession } from '../session/session.http.ts'
import {
  confirmTwoFactor,
  replaceRecoveryCodes,
  startTwoFactor,
  turnOffTwoFactor,
} from './two-factor.write.ts'

/** The account's two-step sign-in; mounted at /api/auth/two-factor. */
export function twoFactorRoutes(): Router {
  const routes = Router()

  routes.get('/', async (_req, res) => {
    const { userId } = requireSession(res)
    const { database } = contextOf(res)
    const factor = await database.twoFactor.findFirst({
      where: { userId, confirmedAt: { not: null } },
      select: { confirmedAt: true, _count: { select: { codes: true } } },
    })
    res.json({
      isOn: factor !== null,
      since: factor?.confirmedAt ?? null,
      recoveryCodesLeft: factor?._count.codes ?? 0,
    })
  })

  routes.post('/start', async (req, res) => {
    const userId = await requirePassword(req, res)
    res.json(await startTwoFactor(contextOf(res), userId))
  })

  routes.post('/confirm', async (req, res) => {
    const session = requireSession(res)
    const recoveryCodes = await confirmTwoFactor(contextOf(res), session, readCode(bodyOf(req)))
    res.json({ recoveryCodes })
  })

  routes.post('/recovery-codes', async (req, res) => {
    const userId = await requirePassword(req, res)
    res.json({ recoveryCodes: await replaceRecoveryCodes(contextOf(res), userId) })
  })

  routes.post('/turn-off', async (req, res) => {
    const userId = await requirePassword(req, res)
    await turnOffTwoFactor(contextOf(res), userId)
    res.status(204).end()
  })

  return routes
}

/**
 * @returns the user's UUID
 * @throws AppError UNAUTHENTICATED, BAD_INPUT, FORBIDDEN if the password is wrong, RATE_LIMITED
 */
async function requirePassword(req: Request, res: Response): Promise<string> {
  const session = requireSession(res)
  const password = readCurrentPassword(bodyOf(req))
  await verifyCurrentPassword(contextOf(res), session, { password, field: 'password' })
  return session.userId
}
