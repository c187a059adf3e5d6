import { expect, test } from 'vitest'
import { createLimits } from '#api/limits/rate-limits.ts'
import { expectJson } from '#api/test/operations/json-response.ts'
import { expectProblem } from '#api/test/operations/problem-response.ts'
import { newSignUp, post } from '#api/test/people/emails.ts'
import { anInvitation } from '#api/test/people/invitations.ts'
import { seeds } from '#api/test/people/seeds.ts'
import { uuidOf } from '#api/test/people/uuid-of.ts'
import { testServer } from '#api/test/servers/server.ts'
import { reasons } from '#rules/reasons.ts'

const server = await testServer({ settings: { signUps: 'invite' } })
const { services } = server
const { database, settings } = services
const { aUser } = seeds(services)

const signUp = (invitation?: unknown, fields = {}, on = server) =>
  post(on.browser(), 'sign-up/email', { ...newSignUp(), ...fields, invitation })
const usesOf = async (code: string) =>
  (await database.invitation.findUniqueOrThrow({ where: { code } })).uses
const HOUR_MS = 60 * 60 * 1000

test('attack 67: without a valid invitation no one signs up, however the field is sent', async () => {
  const before = await database.user.count()
  for (const invitation of [undefined, null, '', 0, true, [], {}, { $ne: '' }, ['x']])
    expect((await expectProblem(await signUp(invitation), 403)).detail).toBe(
      reasons.INVITATION_NEEDED,
    )
  for (const invitation of ['x', 'A'.repeat(24), '%'.repeat(24), "' OR 1=1 --", 'x'.repeat(5_000)])
    expect(await expectProblem(await signUp(invitation), 403)).toMatchObject({
      code: 'INVITATION_INVALID',
      detail: reasons.INVITATION_INVALID,
    })
  expect(await database.user.count()).toBe(before)
})

test('a refusal reveals no username or email', async () => {
  const { username, email } = await aUser()
  expect((await signUp(undefined, { username })).status).toBe(403)
  expect((await signUp(undefined, { email })).status).toBe(403)
})

test('an invitation lets one person in, signed in, who follows the people that it names', async () => {
  const [inviter, friend, stranger] = [await aUser(), await aUser(), await aUser()]
  const followIds = [inviter.id, friend.id]
  const { id, code } = await anInvitation(services, { inviterId: inviter.id, followIds })
  const visitor = server.browser()
  const body = await expectJson(
    await post(visitor, 'sign-up/email', { ...newSignUp(), invitation: code }),
  )
  const { user } = body as { user: { id: string } }
  const userId = uuidOf(user.id)
  expect((await visitor.fetch('/api/auth/user')).status).toBe(200)
  const follows = await database.follow.findMany({ where: { followerId: userId } })
  expect(follows.map(({ followeeId }) => followeeId).toSorted()).toEqual(followIds.toSorted())
  expect(await database.user.findUnique({ where: { id: stranger.id } })).toMatchObject({
    followersCount: 0,
  })
  expect(await database.invitee.findMany({ where: { userId } })).toEqual([
    { userId, invitationId: id },
  ])
  expect(await usesOf(code)).toBe(1)
  expect((await expectProblem(await signUp(code), 403)).detail).toBe(reasons.INVITATION_INVALID)
})

test('the follows of an invitation do not count in the limit of a new account', async () => {
  const open = await testServer({
    settings: { host: '0.0.0.0', rateLimit: true },
    limits: createLimits(),
  })
  const users = seeds(open.services)
  const [friend, ...others] = await Promise.all(Array.from({ length: 42 }, () => users.aUser()))
  const { code } = await anInvitation(open.services, { followIds: [friend?.id ?? ''] })
  const visitor = open.browser()
  await expectJson(await post(visitor, 'sign-up/email', { ...newSignUp(), invitation: code }))
  const statuses = []
  for (const { publicId } of others)
    statuses.push(
      (await visitor.fetch(`/api/users/${publicId}/follow`, { method: 'PUT', json: {} })).status,
    )
  expect(statuses).toEqual([...Array(40).fill(200), 429])
  expect(await open.services.database.follow.count()).toBe(41)
})

test('attack 69: 50 concurrent sign-ups with an invitation for 3 create 3 accounts', async () => {
  const followed = await aUser()
  const { id, code } = await anInvitation(services, { maxUses: 3, followIds: [followed.id] })
  const before = await database.user.count()
  const responses = await Promise.all(Array.from({ length: 50 }, () => signUp(code)))
  const statuses = responses.map(({ status }) => status).toSorted()
  expect(statuses).toEqual([...Array(3).fill(200), ...Array(47).fill(403)])
  expect(await database.user.count()).toBe(before + 3)
  expect(await database.invitee.count({ where: { invitationId: id } })).toBe(3)
  expect(await usesOf(code)).toBe(3)
  expect(await database.user.findUnique({ where: { id: followed.id } })).toMatchObject({
    followersCount: 3,
  })
})

test('a sign-up that fails uses no invitation', async () => {
  const { code } = await anInvitation(services)
  const { username, email } = await aUser()
  expect((await signUp(code, { username })).status).toBe(409)
  expect((await signUp(code, { email })).status).toBe(409)
  expect((await signUp(code, { password: 'short' })).status).toBe(400)
  expect(await usesOf(code)).toBe(0)
  expect((await signUp(code)).status).toBe(200)
})

test('attack 69: an expired or revoked invitation, or one of a deleted, disabled or suspended account, admits no one', async () => {
  const later = new Date(Date.now() + HOUR_MS)
  const inviters = await Promise.all(Array.from({ length: 5 }, () => aUser()))
  const [disabled, suspended, suspendedForNow, wasSuspended, deleted] = inviters
  if (!disabled || !suspended || !suspendedForNow || !wasSuspended || !deleted)
    throw new Error('No user')
  const codes = new Map<string, string>()
  for (const { id } of inviters)
    codes.set(id, (await anInvitation(services, { inviterId: id, maxUses: 9 })).code)
  const suspend = (id: string, suspendedUntil: Date | null) =>
    database.user.update({ where: { id }, data: { suspendedAt: new Date(), suspendedUntil } })
  await database.user.update({ where: { id: disabled.id }, data: { disabledAt: new Date() } })
  await suspend(suspended.id, null)
  await suspend(suspendedForNow.id, later)
  await suspend(wasSuspended.id, new Date(Date.now() - 1))
  await database.user.delete({ where: { id: deleted.id } })
  const expired = await anInvitation(services, { expiresAt: new Date(Date.now() - 1) })
  const revoked = await anInvitation(services)
  await database.invitation.update({
    where: { id: revoked.id },
    data: { revokedAt: new Date() },
  })
  const invalid = [disabled, suspended, suspendedForNow, deleted].map(({ id }) => codes.get(id))
  for (const code of [...invalid, expired.code, revoked.code])
    expect((await expectProblem(await signUp(code), 403)).code).toBe('INVITATION_INVALID')
  expect((await signUp(codes.get(wasSuspended.id))).status).toBe(200)
})

test('a revocation while people sign up: no one joins after it is answered', async () => {
  const { id, code } = await anInvitation(services, { maxUses: 100 })
  const signUps = Array.from({ length: 10 }, () => signUp(code))
  await database.invitation.update({ where: { id }, data: { revokedAt: new Date() } })
  const invitees = await database.invitee.count({ where: { invitationId: id } })
  const statuses = (await Promise.all(signUps)).map(({ status }) => status)
  expect(await database.invitee.count({ where: { invitationId: id } })).toBe(invitees)
  expect(statuses.filter((status) => status === 200)).toHaveLength(invitees)
})

test('with approval, an invitation of a member counts no longer; one of a moderator does', async () => {
  const [member, moderator] = [await aUser(), await aUser()]
  await database.user.update({ where: { id: moderator.id }, data: { role: 'MODERATOR' } })
  const [byMember, byModerator] = [
    await anInvitation(services, { inviterId: member.id }),
    await anInvitation(services, { inviterId: moderator.id }),
  ]
  settings.signUps = 'approval'
  try {
    expect((await signUp(byMember.code)).status).toBe(403)
    expect((await signUp(byModerator.code)).status).toBe(200)
  } finally {
    settings.signUps = 'invite'
  }
  expect((await signUp(byMember.code)).status).toBe(200)
})

test('with open sign-ups an invitation is used too, and an invalid one is refused', async () => {
  const friend = await aUser()
  const { code } = await anInvitation(services, { inviterId: friend.id, followIds: [friend.id] })
  settings.signUps = 'open'
  try {
    expect((await signUp()).status).toBe(200)
    expect((await signUp(code)).status).toBe(200)
    expect(await database.user.findUnique({ where: { id: friend.id } })).toMatchObject({
      followersCount: 1,
    })
    expect((await signUp(code)).status).toBe(403)
  } finally {
    settings.signUps = 'invite'
  }
})

test('the invitation names its inviter; the operator has no name', async () => {
  const inviter = await aUser({ displayName: 'Ann Lee' })
  const { code } = await anInvitation(services, { inviterId: inviter.id })
  const get = (of: string) => server.browser().fetch(`/api/auth/invitations/${of}`)
  expect(await expectJson(await get(code))).toEqual({
    inviter: {
      id: inviter.publicId,
      displayName: 'Ann Lee',
      username: inviter.username,
      avatar: null,
    },
  })
  const { code: byOperator } = await anInvitation(services)
  expect(await expectJson(await get(byOperator))).toEqual({ inviter: null })
  // Reading uses nothing.
  expect(await usesOf(code)).toBe(0)
  expect((await expectProblem(await get('A'.repeat(24)), 404)).code).toBe('INVITATION_INVALID')
})

test('attack 68: guessing invitations is limited for each address; valid ones do not count', async () => {
  const limited = await testServer({
    settings: { signUps: 'invite', trustProxy: 1 },
    limits: createLimits(),
  })
  const { code } = await anInvitation(limited.services)
  const get = (of: string, from: string) =>
    limited.browser().fetch(`/api/auth/invitations/${of}`, { headers: { 'x-forwarded-for': from } })
  for (let count = 0; count < 40; count++)
    expect((await get(code, '198.51.100.1')).status).toBe(200)
  const statuses = []
  for (let count = 0; count < 31; count++)
    statuses.push((await get('A'.repeat(24), '198.51.100.1')).status)
  expect(statuses).toEqual([...Array(30).fill(404), 429])
  expect(limited.logLines.join('')).not.toContain(code)
  // Signing up shares the limit, and another address has its own.
  const response = await limited.browser().fetch('/api/auth/sign-up/email', {
    json: { ...newSignUp(), invitation: code },
    headers: { 'x-forwarded-for': '198.51.100.1' },
  })
  await expectProblem(response, 429)
  expect((await get(code, '198.51.100.2')).status).toBe(200)
})
