import { type Request, type Response, Router } from 'express'
import * as z from 'zod/mini'
import { contextOf } from '#api/http/locals.ts'
import { AppError } from '#api/lib/errors.ts'
import { readPasskeyName, readPasswordChange, readUsername } from '../common/account-input.ts'
import { isConnected } from '../oidc/oidc-connection.write.ts'
import { removeWaysIn, type WayIn } from '../password/login-methods.ts'
import { changePassword } from '../password/password.write.ts'
import { confirmOwner, hasPassword } from '../password/reauthenticate.ts'
import type { Auth } from '../session/auth.ts'
import { bodyOf, sessionOf, signOut } from '../session/session.http.ts'
import { endOtherSessions, endSession, listSessions } from '../session/session-list.ts'
import { deleteAccount } from './delete-account.write.ts'
import { chooseUsername } from './username.write.ts'

const uuid = z.uuid()

/** What somebody who is signed in does with the own account; mounted at /api/auth. */
export function accountRoutes(auth: Auth): Router {
  const routes = Router()
  const leave = signOut(auth)

  routes.post('/change-password', async (req, res) => {
    const session = sessionOf(res)
    await changePassword(contextOf(res), session, readPasswordChange(bodyOf(req)))
    res.status(204).end()
  })

  routes.post('/delete-account', async (req, res, next) => {
    const session = sessionOf(res)
    const context = contextOf(res)
    await confirmOwner(context, session, bodyOf(req))
    await deleteAccount(context, session.userId)
    await leave(req, res, next)
  })

  routes.get('/account', async (_req, res) => {
    const { userId, needsUsername } = sessionOf(res)
    const context = contextOf(res)
    const { oidc } = context.settings
    const provider = oidc && { name: oidc.name, isConnected: await isConnected(context, userId) }
    res.json({ hasPassword: await hasPassword(context.database, userId), needsUsername, provider })
  })

  routes.post('/username', async (req, res) => {
    const { userId } = sessionOf(res)
    const context = contextOf(res)
    const username = readUsername(bodyOf(req))
    await context.limits.consume('profile', userId)
    await chooseUsername(context, userId, username)
    res.json({ username })
  })

  routes.get('/sessions', async (_req, res) => {
    const { userId, token } = sessionOf(res)
    res.json(await listSessions(contextOf(res).database, userId, token))
  })

  routes.delete('/sessions', async (_req, res) => {
    const { userId, token } = sessionOf(res)
    await endOtherSessions(contextOf(res).database, userId, token)
    res.status(204).end()
  })

  routes.delete('/sessions/:id', async (req, res) => {
    const { userId } = sessionOf(res)
    const id = idIn(req)
    if (!id || !(await endSession(contextOf(res).database, userId, id)))
      throw new AppError('NOT_FOUND', 'That session has ended already.')
    res.status(204).end()
  })

  routes.get('/passkeys', async (_req, res) => {
    const { userId } = sessionOf(res)
    const passkeys = await contextOf(res).database.passkey.findMany({
      where: { userId },
      orderBy: { id: 'asc' },
    })
    res.json(
      passkeys.map(({ id, name, createdAt }) => ({ id, name: name ?? 'Passkey', createdAt })),
    )
  })

  routes.patch('/passkeys/:id', async (req, res) => {
    const { userId } = sessionOf(res)
    const name = readPasskeyName(bodyOf(req).name)
    const id = idIn(req)
    const { count } = id
      ? await contextOf(res).database.passkey.updateMany({ where: { id, userId }, data: { name } })
      : nothing
    if (count === 0) throw new AppError('NOT_FOUND', PASSKEY_GONE)
    res.json({ id, name })
  })

  routes.delete('/passkeys/:id', async (req, res) => removePasskey(req, res))

  return routes
}

const nothing = { count: 0 }
const PASSKEY_GONE = 'That passkey is not there anymore.'

/** Who removes a passkey may have lost the device that has it, so whatever was signed in with it ends as well. */
async function removePasskey(req: Request, res: Response): Promise<void> {
  const id = idIn(req)
  const isRemoved = (way: WayIn) => way.by === 'passkey' && way.id === id
  await removeWaysIn(contextOf(res), sessionOf(res), { isRemoved, notFound: PASSKEY_GONE })
  res.status(204).end()
}

/** The UUID in the address; null for what is none. */
function idIn(req: Request): string | null {
  return uuid.safeParse(req.params.id).data ?? null
}
