import { type NextFunction, type Request, type Response, Router } from 'express'
import * as z from 'zod/mini'
import { contextOf } from '#api/http/locals.ts'
import { AppError } from '#api/lib/errors.ts'
import { accountErrors } from '../common/account-errors.ts'
import { readPasskeyName, readPasswordChange, readUsername } from '../common/account-input.ts'
import { isConnected } from '../oidc/oidc-connection.write.ts'
import { removeLoginMethods } from '../password/login-methods.ts'
import { changePassword } from '../password/password.write.ts'
import { hasPassword, reauthenticate } from '../password/reauthenticate.ts'
import type { Auth } from '../session/auth.ts'
import { bodyOf, requireSession, signOut } from '../session/session.http.ts'
import { endOtherSessions, endSession, listSessions } from '../session/session-list.ts'
import { deleteAccount } from './delete-account.write.ts'
import { chooseUsername } from './username.write.ts'

const uuid = z.uuid()

/** The settings of the signed-in account; mounted at /api/auth. */
export function accountRoutes(auth: Auth): Router {
  const routes = Router()
  routes.get('/account', getAccount)
  routes.post('/delete-account', deleteOwnAccount, signOut(auth))
  routes.post('/username', setUsername)
  routes.post('/change-password', setPassword)
  routes.get('/sessions', getSessions)
  routes.delete('/sessions', deleteOtherSessions)
  routes.delete('/sessions/:id', deleteSession)
  routes.get('/passkeys', getPasskeys)
  routes.patch('/passkeys/:id', renamePasskey)
  routes.delete('/passkeys/:id', deletePasskey)
  return routes
}

async function getAccount(_req: Request, res: Response) {
  const { userId, needsUsername } = requireSession(res)
  const context = contextOf(res)
  const { oidc } = context.settings
  const provider = oidc && { name: oidc.name, isConnected: await isConnected(context, userId) }
  res.json({ hasPassword: await hasPassword(context.database, userId), needsUsername, provider })
}

async function deleteOwnAccount(req: Request, res: Response, next: NextFunction) {
  const session = requireSession(res)
  const context = contextOf(res)
  await reauthenticate(context, session, bodyOf(req))
  await deleteAccount(context, session.userId)
  next()
}

async function setUsername(req: Request, res: Response) {
  const { userId } = requireSession(res)
  const context = contextOf(res)
  const username = readUsername(bodyOf(req))
  await context.limits.consume('profile', userId)
  await chooseUsername(context, userId, username)
  res.json({ username })
}

async function setPassword(req: Request, res: Response) {
  const session = requireSession(res)
  await changePassword(contextOf(res), session, readPasswordChange(bodyOf(req)))
  res.status(204).end()
}

async function getSessions(_req: Request, res: Response) {
  const { userId, token } = requireSession(res)
  res.json(await listSessions(contextOf(res).database, userId, token))
}

async function deleteOtherSessions(_req: Request, res: Response) {
  const { userId, token } = requireSession(res)
  await endOtherSessions(contextOf(res).database, userId, token)
  res.status(204).end()
}

async function deleteSession(req: Request, res: Response) {
  const { userId } = requireSession(res)
  const id = idParameter(req)
  if (!id || !(await endSession(contextOf(res).database, userId, id)))
    throw new AppError('NOT_FOUND', 'That session has already ended.')
  res.status(204).end()
}

async function getPasskeys(_req: Request, res: Response) {
  const { userId } = requireSession(res)
  const passkeys = await contextOf(res).database.passkey.findMany({
    where: { userId },
    orderBy: { id: 'asc' },
  })
  res.json(passkeys.map(({ id, name, createdAt }) => ({ id, name: name ?? 'Passkey', createdAt })))
}

async function renamePasskey(req: Request, res: Response) {
  const { userId } = requireSession(res)
  const name = readPasskeyName(bodyOf(req).name)
  const id = idParameter(req)
  const { database } = contextOf(res)
  if (!id) throw new AppError('NOT_FOUND', accountErrors.passkeyNotFound)
  const { count } = await database.passkey.updateMany({ where: { id, userId }, data: { name } })
  if (count === 0) throw new AppError('NOT_FOUND', accountErrors.passkeyNotFound)
  res.json({ id, name })
}

/** The device may be lost or stolen, so this ends every other session. */
async function deletePasskey(req: Request, res: Response) {
  const id = idParameter(req)
  await removeLoginMethods(contextOf(res), requireSession(res), {
    isRemoved: (method) => method.type === 'passkey' && method.id === id,
    notFound: accountErrors.passkeyNotFound,
  })
  res.status(204).end()
}

/** The UUID in the path; null if it is malformed. */
function idParameter(req: Request): string | null {
  return uuid.safeParse(req.params.id).data ?? null
}
