import { type Request, type Response, Router } from 'express'
import { contextOf } from '#api/http/locals.ts'
import * as accountApi from '#rules/account-api.ts'
import { mount, readBody, respond } from '../common/account-route.ts'
import { verifyCurrentPassword } from '../password/password.write.ts'
import { requireSession } from '../session/session.http.ts'
import {
  confirmTwoFactor,
  replaceRecoveryCodes,
  startTwoFactor,
  turnOffTwoFactor,
} from './two-factor.write.ts'

/** The account's two-step sign-in. */
export function twoFactorRoutes(): Router {
  const routes = Router()

  mount(routes, accountApi.getTwoFactor, async (_req, res) => {
    const { userId } = requireSession(res)
    const { database } = contextOf(res)
    const factor = await database.twoFactor.findFirst({
      where: { userId, confirmedAt: { not: null } },
      select: { confirmedAt: true, _count: { select: { codes: true } } },
    })
    respond(res, accountApi.getTwoFactor, {
      isOn: factor !== null,
      since: factor?.confirmedAt?.toISOString() ?? null,
      recoveryCodesLeft: factor?._count.codes ?? 0,
    })
  })

  mount(routes, accountApi.startTwoFactor, async (req, res) => {
    const userId = await confirmPassword(req, res, accountApi.startTwoFactor)
    respond(res, accountApi.startTwoFactor, await startTwoFactor(contextOf(res), userId))
  })

  mount(routes, accountApi.confirmTwoFactor, async (req, res) => {
    const session = requireSession(res)
    const { code } = readBody(accountApi.confirmTwoFactor, req)
    const recoveryCodes = await confirmTwoFactor(contextOf(res), session, code)
    respond(res, accountApi.confirmTwoFactor, { recoveryCodes })
  })

  mount(routes, accountApi.renewRecoveryCodes, async (req, res) => {
    const userId = await confirmPassword(req, res, accountApi.renewRecoveryCodes)
    const recoveryCodes = await replaceRecoveryCodes(contextOf(res), userId)
    respond(res, accountApi.renewRecoveryCodes, { recoveryCodes })
  })

  mount(routes, accountApi.turnOffTwoFactor, async (req, res) => {
    const userId = await confirmPassword(req, res, accountApi.turnOffTwoFactor)
    await turnOffTwoFactor(contextOf(res), userId)
    respond(res, accountApi.turnOffTwoFactor)
  })

  return routes
}

/**
 * @returns the user's UUID
 * @throws AppError UNAUTHENTICATED, BAD_INPUT, FORBIDDEN if the password is wrong, RATE_LIMITED
 */
async function confirmPassword(
  req: Request,
  res: Response,
  route: Pick<typeof accountApi.turnOffTwoFactor, 'request'>,
): Promise<string> {
  const session = requireSession(res)
  const { password } = readBody(route, req)
  await verifyCurrentPassword(contextOf(res), session, { password, field: 'password' })
  return session.userId
}
