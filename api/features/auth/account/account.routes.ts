import { type Request, Router } from 'express'
import * as z from 'zod/mini'
import { contextOf } from '#api/http/locals.ts'
import { AppError } from '#api/lib/errors.ts'
import { timeOf } from '#api/lib/ids.ts'
import * as accountApi from '#rules/account-api.ts'
import { readBody } from '../common/read-body.ts'
import { isConnected } from '../oidc/oidc-connection.write.ts'
import { removeLoginMethods } from '../password/login-methods.ts'
import { changePassword } from '../password/password.write.ts'
import { hasPassword, reauthenticate } from '../password/reauthenticate.ts'
import { accountRoute, mount } from '../session/account-route.ts'
import type { Auth } from '../session/auth.ts'
import { requireSession } from '../session/require-session.ts'
import { signOut } from '../session/session.http.ts'
import { endOtherSessions, endSession, listSessions } from '../session/session-list.ts'
import { deleteAccount } from './delete-account.write.ts'
import { chooseUsername } from './username.write.ts'

const uuid = z.uuid()

/** The settings of the signed-in account. */
export function accountRoutes(auth: Auth): Router {
  const routes = Router()

  accountRoute(routes, accountApi.getAccount, async ({ context, session: { userId, viewer } }) => {
    const { oidc } = context.settings
    return {
      hasPassword: await hasPassword(context.database, userId),
      needsUsername: viewer.needsUsername,
      provider: oidc && { name: oidc.name, isConnected: await isConnected(context, userId) },
    }
  })

  mount(
    routes,
    accountApi.deleteAccount,
    async (req, res, next) => {
      const [context, session] = [contextOf(res), requireSession(res)]
      await reauthenticate(context, session, readBody(accountApi.deleteAccount, req))
      await deleteAccount(context, session.userId)
      next()
    },
    signOut(auth),
  )

  accountRoute(routes, accountApi.chooseUsername, async ({ context, session, body }) => {
    await context.limits.consume('username', session.userId)
    await chooseUsername(context, session.userId, body.username)
    return body
  })

  accountRoute(routes, accountApi.changePassword, ({ context, session, body }) =>
    changePassword(context, session, body),
  )

  routes.use(sessionRoutes(), ownPasskeyRoutes())
  return routes
}

function sessionRoutes(): Router {
  const routes = Router()

  accountRoute(routes, accountApi.getSessions, ({ context, session: { userId, token } }) =>
    listSessions(context.database, userId, token),
  )

  accountRoute(routes, accountApi.deleteOtherSessions, ({ context, session }) =>
    endOtherSessions(context.database, session.userId, session.token),
  )

  accountRoute(routes, accountApi.deleteSession, async ({ context, session: { userId }, req }) => {
    const id = idParameter(req)
    if (!id || !(await endSession(context.database, userId, id)))
      throw new AppError('NOT_FOUND', 'SESSION_ENDED')
  })

  return routes
}

function ownPasskeyRoutes(): Router {
  const routes = Router()

  accountRoute(routes, accountApi.getPasskeys, async ({ context, session: { userId } }) => {
    const passkeys = await context.database.passkey.findMany({
      where: { userId },
      orderBy: { id: 'asc' },
    })
    return passkeys.map(({ id, name, createdAt }) => ({
      id,
      name: name ?? 'Passkey',
      createdAt: (createdAt ?? timeOf(id)).toISOString(),
    }))
  })

  accountRoute(routes, accountApi.renamePasskey, async ({ context, session, body, req }) => {
    const id = idParameter(req)
    const where = { id: id ?? '', userId: session.userId }
    const { count } = id
      ? await context.database.passkey.updateMany({ where, data: { name: body.name } })
      : { count: 0 }
    if (!id || count === 0) throw new AppError('NOT_FOUND', 'PASSKEY_NOT_FOUND')
    return { id, name: body.name }
  })

  // The device may be lost or stolen, so this ends every other session.
  accountRoute(routes, accountApi.deletePasskey, ({ context, session, req }) => {
    const id = idParameter(req)
    return removeLoginMethods(context, session, {
      isRemoved: (method) => method.type === 'passkey' && method.id === id,
      notFound: 'PASSKEY_NOT_FOUND',
    })
  })

  return routes
}

/** The UUID in the path; null if it is malformed. */
function idParameter(req: Request): string | null {
  return uuid.safeParse(req.params.id).data ?? null
}
