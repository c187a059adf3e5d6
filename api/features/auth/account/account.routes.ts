import { type NextFunction, type Request, type Response, Router } from 'express'
import * as z from 'zod/mini'
import { contextOf } from '#api/http/locals.ts'
import { AppError } from '#api/lib/errors.ts'
import { timeOf } from '#api/lib/ids.ts'
import * as accountApi from '#rules/account-api.ts'
import { mount, readBody, respond } from '../common/account-route.ts'
import { isConnected } from '../oidc/oidc-connection.write.ts'
import { removeLoginMethods } from '../password/login-methods.ts'
import { changePassword } from '../password/password.write.ts'
import { hasPassword, reauthenticate } from '../password/reauthenticate.ts'
import type { Auth } from '../session/auth.ts'
import { requireSession, signOut } from '../session/session.http.ts'
import { endOtherSessions, endSession, listSessions } from '../session/session-list.ts'
import { deleteAccount } from './delete-account.write.ts'
import { chooseUsername } from './username.write.ts'

const uuid = z.uuid()

/** The settings of the signed-in account. */
export function accountRoutes(auth: Auth): Router {
  const routes = Router()
  mount(routes, accountApi.getAccount, getAccount)
  mount(routes, accountApi.deleteAccount, deleteOwnAccount, signOut(auth))
  mount(routes, accountApi.chooseUsername, setUsername)
  mount(routes, accountApi.changePassword, setPassword)
  mount(routes, accountApi.getSessions, getSessions)
  mount(routes, accountApi.deleteOtherSessions, deleteOtherSessions)
  mount(routes, accountApi.deleteSession, deleteSession)
  mount(routes, accountApi.getPasskeys, getPasskeys)
  mount(routes, accountApi.renamePasskey, renamePasskey)
  mount(routes, accountApi.deletePasskey, deletePasskey)
  return routes
}

async function getAccount(_req: Request, res: Response) {
  const { userId, viewer } = requireSession(res)
  const context = contextOf(res)
  const { oidc } = context.settings
  const provider = oidc && { name: oidc.name, isConnected: await isConnected(context, userId) }
  respond(res, accountApi.getAccount, {
    hasPassword: await hasPassword(context.database, userId),
    needsUsername: viewer.needsUsername,
    provider,
  })
}

async function deleteOwnAccount(req: Request, res: Response, next: NextFunction) {
  const session = requireSession(res)
  const context = contextOf(res)
  await reauthenticate(context, session, readBody(accountApi.deleteAccount, req))
  await deleteAccount(context, session.userId)
  next()
}

async function setUsername(req: Request, res: Response) {
  const { userId } = requireSession(res)
  const context = contextOf(res)
  const { username } = readBody(accountApi.chooseUsername, req)
  await context.limits.consume('username', userId)
  await chooseUsername(context, userId, username)
  respond(res, accountApi.chooseUsername, { username })
}

async function setPassword(req: Request, res: Response) {
  const session = requireSession(res)
  await changePassword(contextOf(res), session, readBody(accountApi.changePassword, req))
  respond(res, accountApi.changePassword)
}

async function getSessions(_req: Request, res: Response) {
  const { userId, token } = requireSession(res)
  const sessions = await listSessions(contextOf(res).database, userId, token)
  respond(res, accountApi.getSessions, sessions)
}

async function deleteOtherSessions(_req: Request, res: Response) {
  const { userId, token } = requireSession(res)
  await endOtherSessions(contextOf(res).database, userId, token)
  respond(res, accountApi.deleteOtherSessions)
}

async function deleteSession(req: Request, res: Response) {
  const { userId } = requireSession(res)
  const id = idParameter(req)
  if (!id || !(await endSession(contextOf(res).database, userId, id)))
    throw new AppError('NOT_FOUND', 'SESSION_ENDED')
  respond(res, accountApi.deleteSession)
}

async function getPasskeys(_req: Request, res: Response) {
  const { userId } = requireSession(res)
  const passkeys = await contextOf(res).database.passkey.findMany({
    where: { userId },
    orderBy: { id: 'asc' },
  })
  respond(
    res,
    accountApi.getPasskeys,
    passkeys.map(({ id, name, createdAt }) => ({
      id,
      name: name ?? 'Passkey',
      createdAt: (createdAt ?? timeOf(id)).toISOString(),
    })),
  )
}

async function renamePasskey(req: Request, res: Response) {
  const { userId } = requireSession(res)
  const { name } = readBody(accountApi.renamePasskey, req)
  const id = idParameter(req)
  const { database } = contextOf(res)
  if (!id) throw new AppError('NOT_FOUND', 'PASSKEY_NOT_FOUND')
  const { count } = await database.passkey.updateMany({ where: { id, userId }, data: { name } })
  if (count === 0) throw new AppError('NOT_FOUND', 'PASSKEY_NOT_FOUND')
  respond(res, accountApi.renamePasskey, { id, name })
}

/** The device may be lost or stolen, so this ends every other session. */
async function deletePasskey(req: Request, res: Response) {
  const id = idParameter(req)
  await removeLoginMethods(contextOf(res), requireSession(res), {
    isRemoved: (method) => method.type === 'passkey' && method.id === id,
    notFound: 'PASSKEY_NOT_FOUND',
  })
  respond(res, accountApi.deletePasskey)
}

/** The UUID in the path; null if it is malformed. */
function idParameter(req: Request): string | null {
  return uuid.safeParse(req.params.id).data ?? null
}
