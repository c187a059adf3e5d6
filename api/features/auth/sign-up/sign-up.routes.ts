import { type Response, Router } from 'express'
import { contextOf } from '#api/http/locals.ts'
import { AppError } from '#api/lib/errors.ts'
import { toPublicId } from '#api/lib/ids.ts'
import * as accountApi from '#rules/account-api.ts'
import { safeReturnTo } from '#rules/return-to.ts'
import { applicationOf, submitApplication } from '../../application/application.write.ts'
import { findInvitation } from '../../invitation/invitation.read.ts'
import { hashPassword } from '../common/password-hash.ts'
import { readBody } from '../common/read-body.ts'
import { createAccount, requireFreeUsername } from '../creation/account.write.ts'
import { signUpMail } from '../mail/account-mails.ts'
import { accountRoute, mount, respond } from '../session/account-route.ts'
import type { Auth } from '../session/auth.ts'
import { createSession, sendSignedIn } from '../session/session.http.ts'
import { admit } from './admission.ts'
import { confirmSignUp, encryptSignUp } from './pending-sign-up.ts'

/** Sign-up, and who invites to it. */
export function signUpRoutes(auth: Auth): Router {
  const routes = Router()

  mount(routes, accountApi.signUp, async (req, res) => {
    const context = contextOf(res)
    const { returnTo, invitation: code, ...signUp } = readBody(accountApi.signUp, req)
    const { invitation, needsApproval } = await admit(context, code)
    // Usernames are public, so this check needs no limit. Without a mail server the response
    // reveals taken emails, so those attempts count.
    await requireFreeUsername(context, signUp.username)
    await context.limits.consume('signUp', context.clientAddress)
    if (context.mail) {
      // Looks up the email after responding, so status and timing don't reveal an account.
      const token = await encryptSignUp(context, signUp, code)
      const link = { token, returnTo: safeReturnTo(returnTo) }
      context.mail.send(() => signUpMail(context, signUp, link))
      return respond(res, { ...accountApi.signUp, status: 202 }, { status: 'check your mail' })
    }
    if (needsApproval) {
      const hash = await hashPassword(signUp.password)
      await submitApplication(context, applicationOf({ ...signUp, hash, emailVerified: false }))
      return respondWaiting(res)
    }
    const account = await createAccount(context, signUp, invitation)
    const { headers } = await createSession(auth, req, account.id)
    await sendSignedIn(res, headers, account)
  })

  mount(routes, accountApi.confirmSignUp, async (req, res) => {
    const { token, password } = readBody(accountApi.confirmSignUp, req)
    const account = await confirmSignUp(contextOf(res), token, password)
    if (!account) return respondWaiting(res)
    const { headers } = await createSession(auth, req, account.id)
    await sendSignedIn(res, headers, account)
  })

  accountRoute(routes, accountApi.getInvitation, async ({ context, req }) => {
    const invitation = await findInvitation(context, String(req.params.code))
    if (!invitation) throw new AppError('NOT_FOUND', 'INVITATION_INVALID')
    const { inviter } = invitation
    return { inviter: inviter && { ...inviter, id: toPublicId('User', inviter.id) } }
  })

  return routes
}

function respondWaiting(res: Response): void {
  respond(res, { ...accountApi.signUp, status: 202 }, { status: 'awaiting approval' })
}
