import { expect, test } from 'vitest'
import type { Role } from '#api/database/generated/prisma/enums.ts'
import { applyLimits } from '#api/test/servers/apply-limits.ts'
import { testApi } from '#api/test/servers/test-api.ts'
import { reasons } from '#rules/reasons.ts'

const api = await testApi()
const { as, asDemoUser, anonymous, aUser, theDemoUser, services } = api
const { database, settings } = services

const CREATE = /* GraphQL */ `
  mutation ($input: CreateInvitationInput!) {
    createInvitation(input: $input) {
      invitation { id url uses maxUses expiresAt revokedAt createdAt }
      userErrors { code reason field message }
    }
  }`
const REVOKE = /* GraphQL */ `
  mutation ($input: RevokeInvitationInput!) {
    revokeInvitation(input: $input) {
      invitation { id revokedAt }
      userErrors { code reason field }
    }
  }`
const LIST = /* GraphQL */ `
  query ($id: ID!, $first: Int, $after: String) {
    user(id: $id) {
      canInvite
      invitations(first: $first, after: $after) {
        nodes { id }
        pageInfo { hasNextPage endCursor }
      }
    }
  }`

const [member, moderator] = [await aUser(), await aUser()]
const asModerator = (role: Role = 'MODERATOR') => as({ ...moderator, role })
type Caller = ReturnType<typeof as>
const create = async (input: object = {}, caller: Caller = asModerator()) =>
  (await caller.data(CREATE, { input })).createInvitation
const revoke = async (input: object, caller: Caller = asModerator()) =>
  (await caller.data(REVOKE, { input })).revokeInvitation
const codeIn = (url: string) => url.slice(url.lastIndexOf('/') + 1)
const DAY_MS = 24 * 60 * 60 * 1000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()

/** Runs with another mode of sign-ups. */
async function withSignUps<T>(mode: typeof settings.signUps, run: () => Promise<T>): Promise<T> {
  const before = settings.signUps
  settings.signUps = mode
  try {
    return await run()
  } finally {
    settings.signUps = before
  }
}

test('an invitation has a link of its own with 144 random bits; one use and 7 days by default', async () => {
  const { invitation, userErrors } = await create()
  expect(userErrors).toEqual([])
  expect(invitation).toMatchObject({
    id: expect.stringMatching(/^invitation_\w{26}$/),
    url: expect.stringMatching(/^http:\/\/localhost:4000\/join\/[\w-]{24}$/),
    uses: 0,
    maxUses: 1,
    revokedAt: null,
  })
  expect(Date.parse(invitation.expiresAt) - Date.now()).toBeGreaterThan(7 * DAY_MS - 60_000)
  expect(Date.parse(invitation.expiresAt) - Date.now()).toBeLessThan(7 * DAY_MS + 60_000)
  const others = await Promise.all(Array.from({ length: 20 }, () => create()))
  expect(new Set(others.map(({ invitation: { url } }) => url)).size).toBe(20)
})

test('an invitation has the chosen uses, end and people to follow', async () => {
  const expiresAt = inDays(30)
  const followIds = [member.publicId, moderator.publicId, member.publicId]
  const { invitation } = await create({ maxUses: 1_000, expiresAt, followIds })
  expect(invitation).toMatchObject({ maxUses: 1_000, expiresAt })
  const row = await database.invitation.findUniqueOrThrow({
    where: { code: codeIn(invitation.url) },
    include: { follows: true },
  })
  expect(row.follows.map(({ userId }) => userId).toSorted()).toEqual(
    [member.id, moderator.id].toSorted(),
  )
})

test('every invalid field of an invitation is reported', async () => {
  const followIds = Array(31).fill(member.publicId)
  const { invitation, userErrors } = await create({ maxUses: 0, expiresAt: inDays(-1), followIds })
  expect(invitation).toBeNull()
  expect(userErrors.map(({ field, reason }: Record<string, string>) => [field, reason])).toEqual([
    ['maxUses', 'INVITATION_USES_INVALID'],
    ['expiresAt', 'INVITATION_EXPIRY_INVALID'],
    ['followIds', 'INVITATION_FOLLOWS_INVALID'],
  ])
  for (const input of [{ maxUses: 1_001 }, { maxUses: -1 }, { expiresAt: inDays(366) }])
    expect((await create(input)).userErrors[0].code).toBe('BAD_INPUT')
  for (const expiresAt of ['tomorrow', '2026-13-01T00:00:00Z', '2026-11-24', 5, '']) {
    const { errors } = await asModerator().run(CREATE, { input: { expiresAt } })
    expect(errors?.[0]?.message).toMatch(/ISO 8601/)
  }
  for (const id of ['user_01h455vb4pex5vsknk084sn02q', 'post_01h455vb4pex5vsknk084sn02q', 'x'])
    expect((await create({ followIds: [id] })).userErrors).toMatchObject([
      { code: 'NOT_FOUND', reason: 'USER_NOT_FOUND', field: 'followIds' },
    ])
})

test.each([
  ['open', 'MEMBER', false],
  ['open', 'MODERATOR', true],
  ['open', 'ADMIN', true],
  ['invite', 'MEMBER', true],
  ['invite', 'MODERATOR', true],
  ['approval', 'MEMBER', false],
  ['approval', 'ADMIN', true],
] as const)('with SIGN_UPS=%s, a %s may invite: %s', async (mode, role, isAllowed) => {
  const caller = as({ ...(await aUser()), role })
  await withSignUps(mode, async () => {
    const { invitation, userErrors } = await create({}, caller)
    if (isAllowed) expect(invitation).toMatchObject({ uses: 0 })
    else
      expect(userErrors).toEqual([
        {
          code: 'FORBIDDEN',
          reason: 'INVITATIONS_CLOSED',
          field: null,
          message: reasons.INVITATIONS_CLOSED,
        },
      ])
    const { viewer } = await caller.data('{ viewer { canInvite } }')
    expect(viewer.canInvite).toBe(isAllowed)
  })
})

test('visitors, the demo user, suspended and demoted accounts create no invitation', async () => {
  await theDemoUser()
  await withSignUps('invite', async () => {
    for (const caller of [anonymous, asDemoUser()])
      expect((await create({}, caller)).userErrors).toMatchObject([{ code: 'UNAUTHENTICATED' }])
    const suspended = as({ ...member, suspension: { until: null } })
    expect((await create({}, suspended)).userErrors).toMatchObject([
      { code: 'FORBIDDEN', reason: 'SUSPENDED' },
    ])
    expect((await suspended.data('{ viewer { canInvite } }')).viewer).toEqual({ canInvite: false })
  })
  expect((await create({}, asModerator('MEMBER'))).userErrors).toMatchObject([
    { reason: 'INVITATIONS_CLOSED' },
  ])
})

test('an account creates ten invitations a day; invalid ones do not count', async () => {
  applyLimits(services)
  const codes = []
  for (let number = 1; number <= 11; number++) {
    await create({ maxUses: 0 })
    codes.push((await create()).userErrors[0]?.code)
  }
  expect(codes.indexOf('RATE_LIMITED')).toBe(10)
})

test('the list of invitations is a connection that only their owner sees', async () => {
  const owner = await aUser()
  const caller = as({ ...owner, role: 'MODERATOR' })
  const made = []
  for (let count = 0; count < 3; count++) made.push((await create({}, caller)).invitation.id)
  const list = async (from: Caller, page = {}) =>
    (await from.data(LIST, { id: owner.publicId, ...page })).user
  const { invitations: head } = await list(caller, { first: 2 })
  expect(head.nodes.map(({ id }: { id: string }) => id)).toEqual(made.toReversed().slice(0, 2))
  expect(head.pageInfo.hasNextPage).toBe(true)
  const { invitations: tail } = await list(caller, { after: head.pageInfo.endCursor })
  expect(tail.nodes).toEqual([{ id: made[0] }])
  for (const other of [as(member), asModerator('ADMIN'), asDemoUser(), anonymous])
    expect(await list(other)).toEqual({ canInvite: null, invitations: null })
})

test('node resolves an invitation for its inviter and for moderators', async () => {
  const inviter = await aUser()
  const { invitation } = await withSignUps('invite', () => create({}, as(inviter)))
  const NODE = 'query ($id: ID!) { node(id: $id) { id ... on Invitation { url } } }'
  const node = async (caller: Caller) => (await caller.data(NODE, { id: invitation.id })).node
  for (const caller of [as(inviter), asModerator(), asModerator('ADMIN')])
    expect(await node(caller)).toEqual({ id: invitation.id, url: invitation.url })
  for (const caller of [as(member), asDemoUser(), anonymous]) expect(await node(caller)).toBeNull()
})

test('an inviter revokes an own invitation, moderators any; others find none', async () => {
  const inviter = await aUser()
  const { invitation } = await withSignUps('invite', () => create({}, as(inviter)))
  const input = { invitationId: invitation.id }
  for (const caller of [as(member), as({ ...member, id: (await aUser()).id })])
    expect((await revoke(input, caller)).userErrors).toEqual([
      { code: 'NOT_FOUND', reason: 'INVITATION_NOT_FOUND', field: 'invitationId' },
    ])
  for (const caller of [anonymous, asDemoUser()])
    expect((await revoke(input, caller)).userErrors).toMatchObject([{ code: 'UNAUTHENTICATED' }])
  const first = (await revoke(input, as(inviter))).invitation
  expect(Date.now() - Date.parse(first.revokedAt)).toBeLessThan(60_000)
  // Idempotent: the time stays.
  expect((await revoke(input, as(inviter))).invitation).toEqual(first)
  expect((await revoke(input)).invitation).toEqual(first)
  for (const invitationId of ['invitation_01h455vb4pex5vsknk084sn02q', member.publicId, ''])
    expect((await revoke({ invitationId })).userErrors).toMatchObject([{ code: 'NOT_FOUND' }])
})

/** An invitation of a member, and people who joined with it. */
async function aJoinedInvitation() {
  const inviter = await aUser()
  const { invitation } = await withSignUps('invite', () => create({ maxUses: 9 }, as(inviter)))
  const people = await Promise.all([aUser(), aUser(), aUser()])
  const { id: invitationId } = await database.invitation.findUniqueOrThrow({
    where: { code: codeIn(invitation.url) },
  })
  await database.invitee.createMany({
    data: people.map(({ id: userId }) => ({ userId, invitationId })),
  })
  return { inviter, people, input: { invitationId: invitation.id, suspendInvitees: true } }
}
const suspensionOf = async ({ id }: { id: string }) => {
  const user = await database.user.findUniqueOrThrow({ where: { id } })
  return [user.suspendedAt !== null, user.suspendedUntil]
}

test('suspending the invitees is for moderators, and spares moderators and other members', async () => {
  const { inviter, people, input } = await aJoinedInvitation()
  const [first, second, promoted] = people
  if (!first || !second || !promoted) throw new Error('No user')
  await database.user.update({ where: { id: promoted.id }, data: { role: 'MODERATOR' } })
  await database.user.update({ where: { id: moderator.id }, data: { role: 'MODERATOR' } })
  expect((await revoke(input, as(inviter))).userErrors).toMatchObject([
    { code: 'FORBIDDEN', reason: 'MODERATORS_ONLY' },
  ])
  expect(await suspensionOf(first)).toEqual([false, null])
  expect((await revoke(input)).invitation.revokedAt).not.toBeNull()
  for (const user of [first, second]) expect(await suspensionOf(user)).toEqual([true, null])
  for (const user of [promoted, member, inviter])
    expect(await suspensionOf(user)).toEqual([false, null])
})

test('each suspension of an invitee is a decision in the log, once, which a moderator can lift', async () => {
  const { people, input } = await aJoinedInvitation()
  await database.user.update({ where: { id: moderator.id }, data: { role: 'MODERATOR' } })
  for (let times = 1; times <= 2; times++) await revoke(input)
  const memberId = { in: people.map(({ id }) => id) }
  expect(await database.moderationEvent.findMany({ where: { memberId } })).toEqual(
    people.map(() =>
      expect.objectContaining({
        kind: 'DECISION',
        action: 'SUSPEND',
        suspendDays: null,
        moderatorId: moderator.id,
      }),
    ),
  )
  const [first, second] = people
  if (!first || !second) throw new Error('No user')
  const LIFT =
    'mutation ($userId: ID!) { liftSuspension(input: { userId: $userId }) { userErrors { code } } }'
  const { liftSuspension } = await asModerator().data(LIFT, { userId: first.publicId })
  expect(liftSuspension.userErrors).toEqual([])
  expect([await suspensionOf(first), await suspensionOf(second)]).toEqual([
    [false, null],
    [true, null],
  ])
  // A demotion meanwhile counts: only the row in the database decides.
  await database.user.update({ where: { id: moderator.id }, data: { role: 'MEMBER' } })
  const other = await aJoinedInvitation()
  expect((await revoke(other.input)).userErrors).toMatchObject([{ code: 'FORBIDDEN' }])
})
