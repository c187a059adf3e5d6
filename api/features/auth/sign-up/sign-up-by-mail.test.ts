import type { Email } from 'postal-mime'
import { expect, test } from 'vitest'
import { createLimits } from '#api/limits/rate-limits.ts'
import { afterwards } from '#api/test/afterwards.ts'
import { startMailServer } from '#api/test/mail-server.ts'
import { problemOf } from '#api/test/problem.ts'
import { testServer } from '#api/test/server.ts'
import type { Visitor } from '#api/test/visitor.ts'
import { accountMessages } from '#rules/account-messages.ts'
import { words } from '../common/messages.ts'
import { createAccount } from './account.write.ts'

const mails = await startMailServer()
afterwards(mails.close)
const server = await testServer({ settings: { smtpUrl: mails.url } })
const { database } = server.services

let people = 0
function stranger() {
  const number = ++people
  return {
    name: 'Ann Other',
    username: `ann_${number}`,
    email: `ann${number}@example.org`,
    password: 'sunny day 1',
  }
}

const post = (visitor: Visitor, path: string, json: object) =>
  visitor.fetch(`/api/auth/${path}`, { json })
const signUp = (json: object, visitor = server.visitor()) => post(visitor, 'sign-up/email', json)
const confirm = (token: unknown, password: string, visitor = server.visitor()) =>
  post(visitor, 'sign-up/confirm', { token, password })
const tokenIn = ({ text = '' }: Email) => /#finish-sign-up=([\w-]+)\n/.exec(text)?.[1] ?? ''

test('an account is made when the mailed link is followed by who knows the password, who is signed in then', async () => {
  const ann = { ...stranger(), returnTo: '/explore?q=tea' }
  const visitor = server.visitor()
  const asked = await signUp(ann, visitor)
  expect([asked.status, asked.headers.getSetCookie(), await asked.json()]).toEqual([
    202,
    [],
    { mailed: true },
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
  // Nothing can be read out of it, and least of all the hash of the password.
  expect(Buffer.from(token, 'base64url').toString('latin1')).not.toContain(ann.username)
  expect((await problemOf(await confirm(token, 'rainy day 2', visitor), 403)).errors).toEqual([
    { field: 'password', message: words.passwordWrong },
  ])
  expect((await problemOf(await confirm(token, '', visitor), 400)).errors).toEqual([
    { field: 'password', message: accountMessages.passwordEmpty },
  ])
  expect(await database.user.count({ where: { email: ann.email } })).toBe(0)

  const made = await confirm(token, ann.password, visitor)
  expect(made.status).toBe(200)
  expect(await made.json()).toMatchObject({
    user: { username: ann.username, displayName: ann.name, email: ann.email },
  })
  expect((await visitor.fetch('/api/auth/user')).status).toBe(200)
  expect(await (await visitor.fetch('/api/auth/email')).json()).toMatchObject({ isVerified: true })
})

test('a link that version 0.1 mailed still makes its account', async () => {
  // By the code of version 0.1, with the secret of tests; it runs out in the year 2100.
  const token = [
    'oOil4eIXBj2BSG0BYwISEeLzgtRkQ4aooBXLhRcS4RW7dvBXuWV4tnOljRmFZZ_VW1qpQMIT9oUVdjJ5Ycr_YFveohjVYxXNwLv8AUTkn5l_tGOwgA9UmuN6',
    'qOeJp4NZIBwIbcHELc_p0lKLCs3oQdq4E5fUGqmQzNnWSrDVye6Yjc4pl51w8bDGHL5fZcWg1Hk_pBhW8_mOkUxsn4dMlC1_JcrKOhfCqRtaBNJbqn7fTIJw',
    'M6Fr0CHzQlTmXg6RmWsGFx8lSx-J1YSQ6aBCMDDgApIDRb2MAm-Glje4nliii7b550Qfg4zrxHdCW4v43CS4P5Unh6hNPvlKZWiz-DFPUjXA3Yo4w84QWn54',
    'GXeQRUCF3Hx2iZvAig1DbWnLc0IQjJ_lLkmAV7aNk-ucUOqS_A',
  ].join('')
  expect((await confirm(token, 'rainy day 2')).status).toBe(403)
  const made = await confirm(token, 'sunny day 1')
  expect(await made.json()).toMatchObject({
    user: { username: 'ann_before', email: 'before@example.org' },
  })
})

test('attack 27: signing up answers alike whether the address is an account’s or nobody’s, and the mail tells its owner', async () => {
  const known = stranger()
  await createAccount(server.services, known)
  const found = []
  for (const email of [known.email, known.email.toUpperCase(), 'nobody@example.org']) {
    const visitor = server.visitor()
    const { username, ...rest } = stranger()
    const answer = await signUp({ ...rest, username, email }, visitor)
    const headers = [...answer.headers.keys()].toSorted()
    const profile = await visitor.fetch(`/api/users/${username}`)
    // Asked again, the username says nothing either.
    const again = await signUp({ ...rest, username, email }, visitor)
    found.push([answer.status, await answer.text(), headers, profile.status, again.status])
    await mails.next()
    const mail = await mails.next()
    const isKnown = email !== 'nobody@example.org'
    expect(mail).toMatchObject({
      to: [{ address: email.toLowerCase() }],
      subject: isKnown ? 'You have an account already' : 'Please verify your email address',
    })
    if (isKnown) expect(mail.text).toContain(`Hello @${known.username}`)
    expect(tokenIn(mail) === '').toBe(isKnown)
  }
  expect(found[1]).toEqual(found[0])
  expect(found[2]).toEqual(found[0])
  expect(
    (await problemOf(await signUp({ ...stranger(), username: known.username }), 409)).errors,
  ).toEqual([{ field: 'username', message: accountMessages.usernameTaken }])
})

test('attack 34: a link to sign up makes one account, also for two at once, within a day, and is worth nothing when it is made up', async () => {
  const ann = stranger()
  await signUp(ann)
  const token = tokenIn(await mails.next())
  const answers = await Promise.all([1, 2, 3].map(() => confirm(token, ann.password)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
  expect((await problemOf(await confirm(token, ann.password), 400)).detail).toBe(words.linkGone)
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

  const late = stranger()
  await signUp(late)
  const old = tokenIn(await mails.next())
  const { now } = Date
  Date.now = () => now() + 24 * 60 * 60 * 1000
  try {
    expect((await problemOf(await confirm(old, late.password), 400)).detail).toBe(words.linkGone)
  } finally {
    Date.now = now
  }
  expect((await confirm(old, late.password)).status).toBe(200)
})

test('a username that is taken before the link is followed is told', async () => {
  const ann = stranger()
  await signUp(ann)
  const token = tokenIn(await mails.next())
  await createAccount(server.services, { ...stranger(), username: ann.username })
  expect((await problemOf(await confirm(token, ann.password), 409)).detail).toBe(
    accountMessages.usernameTaken,
  )
})

test('attack 39: to an address at most five mails an hour are sent, whoever asks, and tries at a link’s password are counted', async () => {
  const limited = await testServer({
    settings: { smtpUrl: mails.url, trustProxy: 1 },
    limits: createLimits(),
  })
  const { email } = stranger()
  const ask = (from: string) =>
    limited.visitor().fetch('/api/auth/sign-up/email', {
      json: { ...stranger(), email },
      headers: { 'x-forwarded-for': from },
    })
  const statuses = []
  for (const from of [1, 2])
    for (let time = 0; time < 3; time++) statuses.push((await ask(`198.51.100.${from}`)).status)
  // The answer does not tell that the last one is not sent.
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
  for (let time = 0; time < 11; time++)
    guesses.push((await confirm(token, `guess ${time} or so`, limited.visitor())).status)
  expect(guesses).toEqual([...Array(10).fill(403), 429])
  expect(mails.waiting()).toBe(0)
})

test('neither what is typed nor a link is in a log', async () => {
  const ann = stranger()
  await signUp(ann)
  const token = tokenIn(await mails.next())
  await confirm(token, ann.password)
  const logged = server.logged.join('')
  expect(logged).toContain('/api/auth/sign-up/confirm')
  for (const secret of [token, ann.email, ann.password, ann.name])
    expect(logged).not.toContain(secret)
})
