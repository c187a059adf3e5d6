import type { Email } from 'postal-mime'
import { expect, test } from 'vitest'
import { expectJson } from '#api/test/operations/json-response.ts'
import { expectProblem } from '#api/test/operations/problem-response.ts'
import { createProgram } from '#api/test/people/api-tokens.ts'
import type { TestBrowser } from '#api/test/people/browser.ts'
import { userStatus } from '#api/test/people/devices.ts'
import { linkIn, newSignUp, openConcurrently, post } from '#api/test/people/emails.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { startMailServer } from '#api/test/servers/mail-server.ts'
import { type TestServer, testServer } from '#api/test/servers/server.ts'
import { reasons } from '#rules/reasons.ts'
import { createAccount } from '../creation/account.write.ts'

const mails = await startMailServer()
registerCleanup(mails.close)
const withMail = await testServer({ settings: { smtpUrl: mails.url } })
const plain = await testServer()

async function aMember(server: TestServer) {
  const account = newSignUp()
  const { id: uuid } = await createAccount(server.services, account)
  const visitor = server.browser()
  expect((await post(visitor, 'sign-in/email', account)).status).toBe(200)
  const { password } = account
  return {
    ...{ account, uuid, visitor },
    change: (email: string) => post(visitor, 'change-email', { email, password }),
    emailNow: async () => (await expectJson(await visitor.fetch('/api/auth/email'))) as object,
  }
}

const about = ({ to, subject }: Email) => [to?.[0]?.address, subject]

test('without a mail server, the address changes at once, unverified', async () => {
  const { account, change, emailNow, visitor } = await aMember(plain)
  const { email } = newSignUp()
  const response = await change(` ${email.toUpperCase()} `)
  expect([response.status, await response.json()]).toEqual([200, { status: 'changed' }])
  expect(await emailNow()).toEqual({ email, isVerified: false, canVerify: false })
  const signIn = (email: string) =>
    post(plain.browser(), 'sign-in/email', { email, password: account.password })
  expect([(await signIn(email)).status, (await signIn(account.email)).status]).toEqual([200, 401])
  expect(await expectJson(await visitor.fetch('/api/auth/user'))).toMatchObject({ email })
})

test('without a mail server, an address in use is refused', async () => {
  const [ann, bob] = [await aMember(plain), await aMember(plain)]
  const problem = await expectProblem(await ann.change(bob.account.email), 409)
  expect(problem).toMatchObject({ code: 'EMAIL_IN_USE', errors: [{ field: 'email' }] })
  expect(await ann.emailNow()).toMatchObject({ email: ann.account.email })
})

test('a new address is stored in one form, and in use in every spelling', async () => {
  const [ann, bob] = [await aMember(plain), await aMember(plain)]
  const { username } = newSignUp()
  expect((await ann.change(`${username}@Bücher.example`)).status).toBe(200)
  expect(await ann.emailNow()).toMatchObject({ email: `${username}@xn--bcher-kva.example` })
  for (const spelling of [
    `${username}@bücher\u3002example`,
    `${username.toUpperCase()}@XN--Bcher-Kva.example`,
  ]) {
    expect(await expectProblem(await ann.change(spelling), 400)).toMatchObject({
      code: 'EMAIL_UNCHANGED',
    })
    expect(await expectProblem(await bob.change(spelling), 409)).toMatchObject({
      code: 'EMAIL_IN_USE',
    })
  }
  expect(await bob.emailNow()).toMatchObject({ email: bob.account.email })
})

test('with a mail server, the link sent to the new address changes it and tells the old', async () => {
  const { account, change, emailNow, visitor } = await aMember(withMail)
  const { email } = newSignUp()
  const response = await change(email)
  expect([response.status, await response.json()]).toEqual([202, { status: 'check your mail' }])
  const mail = await mails.next()
  expect(about(mail)).toEqual([email, 'Confirm your new email address'])
  expect(await emailNow()).toMatchObject({ email: account.email })

  const { form, token } = linkIn(mail)
  expect(form).toBe('verify-email')
  const open = () => post(visitor, 'verify-email', { token })
  expect(await openConcurrently(withMail.services.database, token, open)).toEqual([204, 400, 400])
  expect(await emailNow()).toEqual({ email, isVerified: true, canVerify: true })
  expect(about(await mails.next())).toEqual([account.email, 'Your email address was changed'])
})

test('a change ends the links that were sent to the earlier address', async () => {
  const { account, change } = await aMember(withMail)
  const { email } = newSignUp()
  await post(withMail.browser(), 'request-password-reset', { email: account.email })
  const reset = linkIn(await mails.next())
  await change(email)
  const { token } = linkIn(await mails.next())
  expect((await post(withMail.browser(), 'verify-email', { token })).status).toBe(204)
  await mails.next()
  const password = 'another sunny day'
  const response = await post(withMail.browser(), 'reset-password', {
    token: reset.token,
    password,
  })
  expect((await expectProblem(response, 400)).detail).toBe(reasons.LINK_INVALID)
})

test('attack 33: a link that changes the address leaves only the session that opens it', async () => {
  const [ann, bob] = [await aMember(withMail), await aMember(withMail)]
  const phone = withMail.browser()
  await post(phone, 'sign-in/email', ann.account)
  const { script } = await createProgram(withMail, ann.visitor, ['read'])
  const signedIn = () => Promise.all([ann.visitor, phone, bob.visitor].map(userStatus))
  const open = async (browser: TestBrowser) => {
    await ann.change(newSignUp().email)
    const { token } = linkIn(await mails.next())
    expect(await signedIn()).toEqual([200, 200, 200])
    expect((await post(browser, 'verify-email', { token })).status).toBe(204)
    await mails.next()
  }
  expect((await script.fetch('/api/posts')).status).toBe(200)
  await open(phone)
  expect(await signedIn()).toEqual([401, 200, 200])
  expect((await script.fetch('/api/posts')).status).toBe(401)

  const { email } = (await expectJson(await phone.fetch('/api/auth/email'))) as { email: string }
  await post(ann.visitor, 'sign-in/email', { ...ann.account, email })
  // Where another account is signed in, no session is the account's own.
  await open(bob.visitor)
  expect(await signedIn()).toEqual([401, 401, 200])
})

test('an address that is only verified, or refused, ends no session', async () => {
  const ann = await aMember(withMail)
  const phone = withMail.browser()
  await post(phone, 'sign-in/email', ann.account)
  await post(phone, 'send-verification')
  const { token } = linkIn(await mails.next())
  expect((await post(withMail.browser(), 'verify-email', { token })).status).toBe(204)
  const taken = newSignUp()
  await ann.change(taken.email)
  const change = linkIn(await mails.next())
  await createAccount(withMail.services, taken)
  await expectProblem(await post(phone, 'verify-email', { token: change.token }), 409)
  expect([await userStatus(ann.visitor), await userStatus(phone)]).toEqual([200, 200])
})

test('attack 34: a new password ends the link for a new address', async () => {
  const { account, change, emailNow, visitor } = await aMember(withMail)
  await change(newSignUp().email)
  const { token } = linkIn(await mails.next())
  const passwords = { currentPassword: account.password, newPassword: 'another sunny day' }
  expect((await post(visitor, 'change-password', passwords)).status).toBe(204)
  await expectProblem(await post(withMail.browser(), 'verify-email', { token }), 400)
  expect(await emailNow()).toMatchObject({ email: account.email })
})

test('with a mail server, the response does not reveal who has an address', async () => {
  const [ann, bob] = [await aMember(withMail), await aMember(withMail)]
  expect((await ann.change(bob.account.email)).status).toBe(202)
  const mail = await mails.next()
  expect(about(mail)).toEqual([bob.account.email, 'This email address is in use'])
  expect(linkIn(mail).token).toBe('')
})

test('an address that someone took meanwhile is not changed to', async () => {
  const ann = await aMember(withMail)
  const taken = newSignUp()
  await ann.change(taken.email)
  const { token } = linkIn(await mails.next())
  await createAccount(withMail.services, taken)
  await expectProblem(await post(withMail.browser(), 'verify-email', { token }), 409)
  expect(await ann.emailNow()).toMatchObject({ email: ann.account.email })
})

test('it needs the password and a valid address; a suspended account may', async () => {
  const { account, uuid, visitor, change } = await aMember(plain)
  const { email } = newSignUp()
  const send = (body: object, browser = visitor) => post(browser, 'change-email', body)
  expect((await send({ email, password: 'a guess' })).status).toBe(403)
  expect((await send({ email })).status).toBe(400)
  for (const email of ['nowhere', account.email])
    expect((await send({ email, password: account.password })).status).toBe(400)
  expect((await send({ email, password: account.password }, plain.browser())).status).toBe(401)
  await plain.services.database.user.update({
    where: { id: uuid },
    data: { suspendedAt: new Date() },
  })
  expect((await change(email)).status).toBe(200)
})
