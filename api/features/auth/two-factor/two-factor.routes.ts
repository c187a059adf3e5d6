import { type Request, type Response, Router } from 'express'
import { contextOf } from '#api/http/locals.ts'
import { readCode, readOwnPassword } from '../common/account-input.ts'
import { confirmPassword } from '../password/password.write.ts'
import { bodyOf, sessionOf } from '../session/session.http.ts'
import {
  confirmTwoFactor,
  replaceRecoveryCodes,
  startTwoFactor,
  turnOffTwoFactor,
} from './two-factor.write.ts'

/** A second step of signing in, for whoever is signed in; mounted at /api/auth/two-factor. */
export function twoFactorRoutes(): Router {
  const routes = Router()

  routes.get('/', async (_req, res) => {
    const { userId } = sessionOf(res)
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
    const userId = await confirmOwner(req, res)
    res.json(await startTwoFactor(contextOf(res), userId))
  })

  routes.post('/confirm', async (req, res) => {
    const session = sessionOf(res)
    const recoveryCodes = await confirmTwoFactor(contextOf(res), session, readCode(bodyOf(req)))
    res.json({ recoveryCodes })
  })

  routes.post('/recovery-codes', async (req, res) => {
    const userId = await confirmOwner(req, res)
    res.json({ recoveryCodes: await replaceRecoveryCodes(contextOf(res), userId) })
  })

  routes.post('/turn-off', async (req, res) => {
    const userId = await confirmOwner(req, res)
    await turnOffTwoFactor(contextOf(res), userId)
    res.status(204).end()
  })

  return routes
}

/** @returns the UUID of whoever is signed in and knows the password */
async function confirmOwner(req: Request, res: Response): Promise<string> {
  const session = sessionOf(res)
  await confirmPassword(contextOf(res), session, {
    password: readOwnPassword(bodyOf(req)),
    field: 'password',
  })
  return session.userId
}
