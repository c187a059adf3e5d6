import type { Email } from 'postal-mime'
import { expect, test } from 'vitest'
import { toPublicId } from '#api/lib/ids.ts'
import { expectJson } from '#api/test/operations/json-response.ts'
import { expectProblem } from '#api/test/operations/problem-response.ts'
import type { TestBrowser } from '#api/test/people/browser.ts'
import { newSignUp, post } from '#api/test/people/emails.ts'
import { anInvitation } from '#api/test/people/invitations.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { startMailServer } from '#api/test/servers/mail-server.ts'
import { testServer } from '#api/test/servers/server.ts'

const mails = await startMailServer()
registerCleanup(mails.close)
const mailing = await testServer({
  settings: { signUps: 'approval', smtpUrl: mails.url, contact: 'help@example.org' },
})

const tokenIn = ({ text = '' }: Email) => /#finish-sign-up=([\w-]+)\n/.exec(text)?.[1] ?? ''

const decisions = { approve: 'approveApplicant', decline: 'declineApplicant' }

/** @returns the user errors */
async function decide(judge: TestBrowser, how: keyof typeof decisions, id: string) {
  const query = `mutation { ${decisions[how]}(input: { userId: "${id}" }) { userErrors { code } } }`
  const response = await judge.fetch('/graphql', { json: { query } })
  return ((await response.json()) as { data: Record<string, { userErrors: unknown }> }).data[
    decisions[how]
  ]?.userErrors
}

/** Signs up with an invitation. @returns the browser of an administrator */
async function anAdministrator() {
  const account = newSignUp()
  const { code } = await anInvitation(mailing.services)
  const visitor = mailing.browser()
  await post(visitor, 'sign-up/email', { ...account, invitation: code })
  const body = { token: tokenIn(await mails.next()), password: account.password }
  // With an invitation, the link creates the account.
  expect((await post(visitor, 'sign-up/confirm', body)).status).toBe(200)
  await mailing.services.database.user.update({
    where: { email: account.email },
    data: { role: 'ADMIN' },
  })
  return visitor
}

test('with a mail server, the emailed link applies, and the decision is emailed', async () => {
  const judge = await anAdministrator()
  for (const how of ['approve', 'decline'] as const) {
    const ann = newSignUp()
    const response = await post(mailing.browser(), 'sign-up/email', ann)
    expect(await expectJson(response, 202)).toEqual({ status: 'check your mail' })
    const applications = mailing.services.database.application
    expect(await applications.count({ where: { email: ann.email } })).toBe(0)
    const token = tokenIn(await mails.next())
    const confirm = () =>
      post(mailing.browser(), 'sign-up/confirm', { token, password: ann.password })
    for (let times = 1; times <= 2; times++)
      expect(await expectJson(await confirm(), 202)).toEqual({ status: 'awaiting approval' })
    const waiting = await applications.findMany({ where: { email: ann.email } })
    expect(waiting).toMatchObject([{ emailVerified: true }])
    const id = toPublicId('Application', waiting[0]?.id ?? '')
    expect(await decide(judge, how, id)).toEqual([])
    const mail = await mails.next()
    expect(mail).toMatchObject({
      to: [{ address: ann.email }],
      subject: how === 'approve' ? 'Welcome to Good Vibes' : 'About your Good Vibes account',
    })
    expect(mail.text).toContain(`Hello @${ann.username},`)
    expect(mail.text?.includes(`${mailing.url}/api/login`)).toBe(how === 'approve')
    expect(mail.text?.includes('You can reach us: help@example.org')).toBe(how === 'decline')
    expect(mail.html?.includes('<a href')).toBe(how === 'approve')
    expect((await confirm()).status).toBe(how === 'approve' ? 400 : 202)
  }
  expect(mails.unreadCount()).toBe(0)
})

test('attack 67: a link from before the mode changed creates no account, and a used-up invitation neither', async () => {
  const { settings } = mailing.services
  const link = async (invitation?: string) => {
    const ann = newSignUp()
    await post(mailing.browser(), 'sign-up/email', { ...ann, invitation })
    return { token: tokenIn(await mails.next()), password: ann.password }
  }
  const confirm = (body: object) => post(mailing.browser(), 'sign-up/confirm', body)
  settings.signUps = 'open'
  const early = await link()
  settings.signUps = 'invite'
  expect((await expectProblem(await confirm(early), 403)).code).toBe('INVITATION_NEEDED')
  const { code } = await anInvitation(mailing.services)
  const links = [await link(code), await link(code)]
  const statuses = []
  for (const body of links) statuses.push((await confirm(body)).status)
  expect(statuses).toEqual([200, 403])
  // Without an invitation, no email is sent.
  expect((await post(mailing.browser(), 'sign-up/email', newSignUp())).status).toBe(403)
  expect(mails.unreadCount()).toBe(0)
})
