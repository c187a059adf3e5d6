import type { Email } from 'postal-mime'
import { expect, test } from 'vitest'
import { createLimits } from '#api/limits/rate-limits.ts'
import { expectProblem } from '#api/test/operations/problem-response.ts'
import { newSignUp, post } from '#api/test/people/emails.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { startMailServer } from '#api/test/servers/mail-server.ts'
import { testServer } from '#api/test/servers/server.ts'
import { reasons } from '#rules/reasons.ts'
import { createAccount } from '../creation/account.write.ts'

const mails = await startMailServer()
registerCleanup(mails.close)
const server = await testServer({ settings: { smtpUrl: mails.url } })
const { database } = server.services

const signUp = (json: object, visitor = server.browser()) => post(visitor, 'sign-up/email', json)
const confirm = (token: unknown, password: string, visitor = server.browser()) =>
  post(visitor, 'sign-up/confirm', { token, password })
const tokenIn = ({ text = '' }: Email) => /#finish-sign-up=([\w-]+)\n/.exec(text)?.[1] ?? ''

test('the emailed link creates the account with the right password, and signs in', async () => {
  const ann = { ...newSignUp(), returnTo: '/explore?q=tea' }
  const visitor = server.browser()
  const response = await signUp(ann, visitor)
  expect([response.status, response.headers.getSetCookie(), await response.json()]).toEqual([
    202,
    [],
    { status: 'check your mail' },
  ])
  expect((await post(visitor, 'sign-in/email', ann)).status).toBe(401)
  expect((await visitor.fetch(`/api/users/${ann.username}`)).status).toBe(404)

  const mail = await mails.next()
  expect(mail).toMatchObject({
    to: [{ address: ann.email }],
    subject: 'Please verify your email address',
  })
  expect(mail.text).toContain(
    `${server.url}/api/login?from-mail&returnTo=%2Fexplore%3Fq%3Dtea#finish-sign-up=`,
  )
  const token = tokenIn(mail)
  expect(mail.html).toContain(`#finish-sign-up=${token}"`)
  expect(`${mail.text}${mail.html}`).not.toContain(ann.name)
  // The token is encrypted.
  expect(Buffer.from(token, 'base64url').toString('latin1')).not.toContain(ann.username)
  expect((await expectProblem(await confirm(token, 'rainy day 2', visitor), 403)).errors).toEqual([
    { field: 'password', code: 'PASSWORD_WRONG', message: reasons.PASSWORD_WRONG },
  ])
  expect((await expectProblem(await confirm(token, '', visitor), 400)).errors).toEqual([
    { field: 'password', code: 'PASSWORD_EMPTY', message: reasons.PASSWORD_EMPTY },
  ])
  expect(await database.user.count({ where: { email: ann.email } })).toBe(0)

  const confirmed = await confirm(token, ann.password, visitor)
  expect(confirmed.status).toBe(200)
  expect(await confirmed.json()).toMatchObject({
    user: { username: ann.username, displayName: ann.name, email: ann.email },
  })
  expect((await visitor.fetch('/api/auth/user')).status).toBe(200)
  expect(await (await visitor.fetch('/api/auth/email')).json()).toMatchObject({ isVerified: true })
})

test('a link from version 0.1 still creates its account', async () => {
  // Encrypted by version 0.1 with the tests' secret. Expires in 2100.
  const token = [
    'oOil4eIXBj2BSG0BYwISEeLzgtRkQ4aooBXLhRcS4RW7dvBXuWV4tnOljRmFZZ_VW1qpQMIT9oUVdjJ5Ycr_YFveohjVYxXNwLv8AUTkn5l_tGOwgA9UmuN6',
    'qOeJp4NZIBwIbcHELc_p0lKLCs3oQdq4E5fUGqmQzNnWSrDVye6Yjc4pl51w8bDGHL5fZcWg1Hk_pBhW8_mOkUxsn4dMlC1_JcrKOhfCqRtaBNJbqn7fTIJw',
    'M6Fr0CHzQlTmXg6RmWsGFx8lSx-J1YSQ6aBCMDDgApIDRb2MAm-Glje4nliii7b550Qfg4zrxHdCW4v43CS4P5Unh6hNPvlKZWiz-DFPUjXA3Yo4w84QWn54',
    'GXeQRUCF3Hx2iZvAig1DbWnLc0IQjJ_lLkmAV7aNk-ucUOqS_A',
  ].join('')
  expect((await confirm(token, 'rainy day 2')).status).toBe(403)
  const confirmed = await confirm(token, 'sunny day 1')
  expect(await confirmed.json()).toMatchObject({
    user: { username: 'ann_before', email: 'before@example.org' },
  })
})

test('attack 27: signing up has the same response for a known and an unknown email', async () => {
  const known = newSignUp()
  await createAccount(server.services, known)
  const results = []
  for (const email of [known.email, known.email.toUpperCase(), 'unknown@example.org']) {
    const visitor = server.browser()
    const { username, ...rest } = newSignUp()
    const response = await signUp({ ...rest, username, email }, visitor)
    const headers = [...response.headers.keys()].toSorted()
    const profile = await visitor.fetch(`/api/users/${username}`)
    // The username in a repeated request reveals nothing either.
    const repeated = await signUp({ ...rest, username, email }, visitor)
    results.push([response.status, await response.text(), headers, profile.status, repeated.status])
    await mails.next()
    const mail = await mails.next()
    const isKnown = email !== 'unknown@example.org'
    expect(mail).toMatchObject({
      to: [{ address: email.toLowerCase() }],
      subject: isKnown ? 'You already have an account' : 'Please verify your email address',
    })
    if (isKnown) expect(mail.text).toContain(`Hello @${known.username}`)
    expect(tokenIn(mail) === '').toBe(isKnown)
  }
  expect(results[1]).toEqual(results[0])
  expect(results[2]).toEqual(results[0])
  expect(
    (await expectProblem(await signUp({ ...newSignUp(), username: known.username }), 409)).errors,
  ).toEqual([{ field: 'username', code: 'USERNAME_TAKEN', message: reasons.USERNAME_TAKEN }])
})

test('attack 34: a sign-up link works once, for a day, and a forged one is rejected', async () => {
  const ann = newSignUp()
  await signUp(ann)
  const token = tokenIn(await mails.next())
  const responses = await Promise.all([1, 2, 3].map(() => confirm(token, ann.password)))
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
  expect((await expectProblem(await confirm(token, ann.password), 400)).detail).toBe(
    reasons.LINK_INVALID,
  )
  const forged = [
    token.slice(2),
    token.slice(0, -4),
    `${token}AAAA`,
    '',
    'x',
    null,
    [token],
    { $ne: '' },
  ]
  for (const each of forged) expect((await confirm(each, ann.password)).status).toBe(400)

  const late = newSignUp()
  await signUp(late)
  const expired = tokenIn(await mails.next())
  const { now } = Date
  Date.now = () => now() + 24 * 60 * 60 * 1000
  try {
    expect((await expectProblem(await confirm(expired, late.password), 400)).detail).toBe(
      reasons.LINK_INVALID,
    )
  } finally {
    Date.now = now
  }
  expect((await confirm(expired, late.password)).status).toBe(200)
})

test('reports a username taken before the link is opened', async () => {
  const ann = newSignUp()
  await signUp(ann)
  const token = tokenIn(await mails.next())
  await createAccount(server.services, { ...newSignUp(), username: ann.username })
  expect((await expectProblem(await confirm(token, ann.password), 409)).detail).toBe(
    reasons.USERNAME_TAKEN,
  )
})

test('attack 39: an address gets five emails an hour, and attempts at a link’s password are limited', async () => {
  const limited = await testServer({
    settings: { smtpUrl: mails.url, trustProxy: 1 },
    limits: createLimits(),
  })
  const { email } = newSignUp()
  const signUpFrom = (from: string) =>
    limited.browser().fetch('/api/auth/sign-up/email', {
      json: { ...newSignUp(), email },
      headers: { 'x-forwarded-for': from },
    })
  const statuses = []
  for (const from of [1, 2])
    for (let attempt = 0; attempt < 3; attempt++)
      statuses.push((await signUpFrom(`198.51.100.${from}`)).status)
  // The same response, although the last email is not sent.
  expect(statuses).toEqual(Array(6).fill(202))
  const sent = [
    await mails.next(),
    await mails.next(),
    await mails.next(),
    await mails.next(),
    await mails.next(),
  ]
  const token = tokenIn(sent[4] as Email)
  const guesses = []
  for (let attempt = 0; attempt < 11; attempt++)
    guesses.push((await confirm(token, `guess ${attempt} or so`, limited.browser())).status)
  expect(guesses).toEqual([...Array(10).fill(403), 429])
  expect(mails.unreadCount()).toBe(0)
})

test('logs contain neither the input nor the link', async () => {
  const ann = newSignUp()
  await signUp(ann)
  const token = tokenIn(await mails.next())
  await confirm(token, ann.password)
  const logLines = server.logLines.join('')
  expect(logLines).toContain('/api/auth/sign-up/confirm')
  for (const secret of [token, ann.email, ann.password, ann.name])
    expect(logLines).not.toContain(secret)
})
