import { Router } from 'express'
import * as accountApi from '#rules/account-api.ts'
import { verifyCurrentPassword } from '../password/password.write.ts'
import { type AccountRequest, accountRoute } from '../session/account-route.ts'
import {
  confirmTwoFactor,
  replaceRecoveryCodes,
  startTwoFactor,
  turnOffTwoFactor,
} from './two-factor.write.ts'

/** The account's two-step sign-in. */
export function twoFactorRoutes(): Router {
  const routes = Router()

  accountRoute(routes, accountApi.getTwoFactor, async ({ context, session: { userId } }) => {
    const factor = await context.database.twoFactor.findFirst({
      where: { userId, confirmedAt: { not: null } },
      select: { confirmedAt: true, _count: { select: { codes: true } } },
    })
    return {
      isOn: factor !== null,
      since: factor?.confirmedAt?.toISOString() ?? null,
      recoveryCodesLeft: factor?._count.codes ?? 0,
    }
  })

  accountRoute(routes, accountApi.startTwoFactor, async (request) => {
    await confirmPassword(request)
    return startTwoFactor(request.context, request.session.userId)
  })

  accountRoute(routes, accountApi.confirmTwoFactor, async ({ context, session, body }) => ({
    recoveryCodes: await confirmTwoFactor(context, session, body.code),
  }))

  accountRoute(routes, accountApi.renewRecoveryCodes, async (request) => {
    await confirmPassword(request)
    return { recoveryCodes: await replaceRecoveryCodes(request.context, request.session.userId) }
  })

  accountRoute(routes, accountApi.turnOffTwoFactor, async (request) => {
    await confirmPassword(request)
    await turnOffTwoFactor(request.context, request.session.userId)
  })

  return routes
}

/** @throws AppError FORBIDDEN if the password is wrong, RATE_LIMITED */
async function confirmPassword({
  context,
  session,
  body,
}: Pick<
  AccountRequest<typeof accountApi.turnOffTwoFactor>,
  'context' | 'session' | 'body'
>): Promise<void> {
  await verifyCurrentPassword(context, session, { password: body.password, field: 'password' })
}
