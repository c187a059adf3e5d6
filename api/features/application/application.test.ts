import { expect, test } from 'vitest'
import { toPublicId } from '#api/lib/ids.ts'
import { createLimits } from '#api/limits/rate-limits.ts'
import { whileLocked } from '#api/test/database/locks.ts'
import { expectJson } from '#api/test/operations/json-response.ts'
import { expectProblem } from '#api/test/operations/problem-response.ts'
import { aViewer } from '#api/test/people/a-viewer.ts'
import { newSignUp, post } from '#api/test/people/emails.ts'
import { anInvitation } from '#api/test/people/invitations.ts'
import { seeds } from '#api/test/people/seeds.ts'
import { execute } from '#api/test/servers/feed-server.ts'
import { testServer } from '#api/test/servers/server.ts'
import { reasons } from '#rules/reasons.ts'
import { applicationsById } from './application.read.ts'

const server = await testServer({ settings: { signUps: 'approval' } })
const { services } = server
const { database, settings } = services

const APPLICATIONS = /* GraphQL */ `
  query ($first: Int, $after: String) {
    applications(first: $first, after: $after) {
      nodes { id displayName username email isEmailVerified createdAt }
      pageInfo { hasNextPage endCursor }
    }
  }`
const DECIDE = /* GraphQL */ `
  mutation ($id: ID!, $note: String) {
    decide: approveApplicant(input: { userId: $id, note: $note }) {
      application { id username }
      userErrors { code reason field }
    }
  }`
const decisions = {
  approve: DECIDE,
  decline: DECIDE.replace('approveApplicant', 'declineApplicant'),
}

const gone = { code: 'NOT_FOUND', reason: 'APPLICATION_NOT_FOUND', field: 'userId' }

/** A signed-in browser of an account with this role. */
async function signedInAs(role: 'MEMBER' | 'MODERATOR') {
  const account = newSignUp()
  const { code } = await anInvitation(services)
  const visitor = server.browser()
  const { status } = await post(visitor, 'sign-up/email', { ...account, invitation: code })
  expect(status).toBe(200)
  await database.user.update({ where: { email: account.email }, data: { role } })
  return visitor
}
const moderator = await signedInAs('MODERATOR')

const run = async (query: string, variables: object = {}, as = moderator) =>
  (await execute(as, query, variables)).body
const decide = async (how: keyof typeof decisions, id: string, as = moderator) =>
  (await run(decisions[how], { id }, as)).data.decide
const list = async (page = {}, as = moderator) =>
  (await run(APPLICATIONS, page, as)).data.applications

/** Signs up without an invitation. @returns the sign-up, and the id of its application */
async function apply(fields = {}) {
  const applicant = { ...newSignUp(), ...fields }
  const response = await post(server.browser(), 'sign-up/email', applicant)
  expect(response.headers.getSetCookie()).toEqual([])
  expect(await expectJson(response, 202)).toEqual({ status: 'awaiting approval' })
  return { ...applicant, id: await idOf(applicant.email) }
}
async function idOf(email: string) {
  return toPublicId(
    'Application',
    (await database.application.findUniqueOrThrow({ where: { email } })).id,
  )
}
const signIn = ({ email, password }: { email: string; password: string }) =>
  post(server.browser(), 'sign-in/email', { email, password })

test('a sign-up waits: 202, no session, no account, nothing that others could see', async () => {
  const ann = await apply({ name: 'Ann Waits', username: 'ann_waits' })
  expect(await database.user.count({ where: { email: ann.email } })).toBe(0)
  const visitor = server.browser()
  expect((await visitor.fetch('/api/users/ann_waits')).status).toBe(404)
  const { data } = await run('{ searchUsers(query: "Ann Waits") { nodes { id } } }')
  expect(data.searchUsers.nodes).toEqual([])
  expect(await database.application.findUnique({ where: { email: ann.email } })).toMatchObject({
    password: expect.not.stringContaining(ann.password),
  })
})

test('signing in says that the account waits, by email and username, with the right password only', async () => {
  const ann = await apply()
  for (const [route, identifier] of [
    ['email', { email: ann.email.toUpperCase() }],
    ['email', { email: ann.username }],
    ['username', { username: ann.username }],
  ] as const) {
    const signIn = (password: string) =>
      post(server.browser(), `sign-in/${route}`, { ...identifier, password })
    const waits = await signIn(ann.password)
    expect(waits.headers.getSetCookie()).toEqual([])
    expect(await expectProblem(waits, 403)).toMatchObject({
      code: 'APPROVAL_PENDING',
      detail: reasons.APPROVAL_PENDING,
    })
    expect((await expectProblem(await signIn('a wrong guess'), 401)).detail).toBe(
      reasons.SIGN_IN_FAILED,
    )
  }
})

test('attack 28: 30 wrong passwords for an application lock it for an hour', async () => {
  const limited = await testServer({
    database,
    settings: { signUps: 'approval', trustProxy: 1 },
    limits: createLimits(),
  })
  const ann = await apply()
  const attempt = (password: string, number: number) =>
    limited.browser().fetch('/api/auth/sign-in/email', {
      json: { email: number % 2 ? ann.email : ann.username, password },
      headers: { 'x-forwarded-for': `198.51.100.${number}` },
    })
  for (let number = 0; number < 30; number++)
    expect((await attempt('a wrong guess', number)).status).toBe(401)
  expect((await attempt(ann.password, 31)).status).toBe(401)
})

test('a username or an email of an account or of another application is taken', async () => {
  const ann = await apply()
  const member = await seeds(services).aUser()
  const status = async (fields: object) =>
    (
      await expectProblem(
        await post(server.browser(), 'sign-up/email', { ...newSignUp(), ...fields }),
        409,
      )
    ).errors
  for (const { username } of [ann, member])
    expect(await status({ username })).toMatchObject([{ code: 'USERNAME_TAKEN' }])
  expect(await status({ email: member.email })).toMatchObject([{ code: 'EMAIL_TAKEN' }])
  const message =
    'A sign-up with that email already waits for a moderator. Sign in later to see if it’s ready.'
  expect(await status(ann)).toEqual([{ field: 'email', code: 'EMAIL_AWAITS_APPROVAL', message }])
})

test('moderators list the applications, oldest first, page by page', async () => {
  await database.application.deleteMany()
  const made = [await apply(), await apply(), await apply()]
  const head = await list({ first: 2 })
  expect(head.nodes).toMatchObject(
    made.slice(0, 2).map(({ id, name, username, email }) => ({
      ...{ id, username, email },
      displayName: name,
      isEmailVerified: false,
    })),
  )
  expect(head.pageInfo.hasNextPage).toBe(true)
  expect((await list({ after: head.pageInfo.endCursor })).nodes).toMatchObject([
    { id: made[2]?.id },
  ])
  for (const { id } of made)
    expect((await run('query ($id: ID!) { node(id: $id) { id } }', { id })).data.node).toEqual({
      id,
    })
})

test('attack 26: members, visitors and the demo user neither see nor decide applications', async () => {
  const { id, email } = await apply()
  const callers = [
    [await signedInAs('MEMBER'), 'FORBIDDEN'],
    [server.browser(), 'UNAUTHENTICATED'],
  ] as const
  for (const [caller, code] of callers) {
    const refused = { data: null, errors: [{ extensions: { code } }] }
    expect(await run(APPLICATIONS, {}, caller)).toMatchObject(refused)
    for (const how of ['approve', 'decline'] as const)
      expect((await decide(how, id, caller)).userErrors).toMatchObject([{ code }])
    const { data: found } = await run('query ($id: ID!) { node(id: $id) { id } }', { id }, caller)
    expect(found.node).toBeNull()
  }
  const { id: uuid } = await database.application.findUniqueOrThrow({ where: { email } })
  const viewer = aViewer({ id: uuid })
  expect(await applicationsById([uuid], { database, viewer })).toEqual([null])
})

test('attack 26: a moderator who is demoted can no longer decide, with the same session', async () => {
  const demoted = await signedInAs('MODERATOR')
  const { id } = await apply()
  expect((await list({}, demoted)).nodes.length).toBeGreaterThan(0)
  const { data } = await run('{ viewer { username } }', {}, demoted)
  await database.user.update({
    where: { username: data.viewer.username },
    data: { role: 'MEMBER' },
  })
  expect((await decide('approve', id, demoted)).userErrors).toEqual([
    { code: 'FORBIDDEN', reason: 'MODERATORS_ONLY', field: null },
  ])
})

test('an approved applicant signs in with the chosen name and password', async () => {
  const ann = await apply()
  expect(await decide('approve', ann.id)).toEqual({
    application: { id: ann.id, username: ann.username },
    userErrors: [],
  })
  expect(await expectJson(await signIn(ann))).toMatchObject({
    user: { username: ann.username, displayName: ann.name, email: ann.email },
  })
  expect(await database.application.count({ where: { email: ann.email } })).toBe(0)
  expect((await list()).nodes.map(({ email }: { email: string }) => email)).not.toContain(ann.email)
})

test('a declined applicant has no account, and can sign up again', async () => {
  const ann = await apply()
  expect((await decide('decline', ann.id)).userErrors).toEqual([])
  expect((await signIn(ann)).status).toBe(401)
  await apply(ann)
})

test('of concurrent decisions one counts, and a later one finds nothing', async () => {
  for (const hows of [
    ['approve', 'approve'],
    ['approve', 'decline'],
    ['decline', 'decline'],
  ] as const) {
    const ann = await apply()
    const payloads = await Promise.all(hows.map((how) => decide(how, ann.id)))
    const counted = hows.filter((_how, index) => payloads[index].userErrors.length === 0)
    expect(counted).toHaveLength(1)
    expect(payloads.flatMap(({ userErrors }) => userErrors)).toEqual(hows.slice(1).map(() => gone))
    expect((await signIn(ann)).status).toBe(counted[0] === 'approve' ? 200 : 401)
    expect((await decide('approve', ann.id)).userErrors).toEqual([gone])
  }
})

test('of approvals whose accounts are created at once, all but one find nothing', async () => {
  const ann = await apply()
  const payloads = await whileLocked(database, {
    lock: (transaction) => transaction.$executeRaw`
      SELECT 1 FROM "Application" WHERE "email" = ${ann.email} FOR UPDATE`,
    call: () => Promise.all([1, 2, 3].map(() => decide('approve', ann.id))),
    waiting: 3,
  })
  expect(payloads.flatMap(({ userErrors }) => userErrors)).toEqual([gone, gone])
})

test('the log has who decided and the note, and keeps nothing of a declined applicant', async () => {
  const [ann, ben] = [await apply(), await apply()]
  const { decide: approved } = (await run(decisions.approve, { id: ann.id, note: 'A neighbour' }))
    .data
  const { decide: declined } = (await run(decisions.decline, { id: ben.id, note: 'Spam' })).data
  expect([approved.userErrors, declined.userErrors]).toEqual([[], []])
  const { data } = await run(
    '{ viewer { id } moderationLog(first: 2) { nodes { kind note moderator { id } member { username } } } }',
  )
  const moderator = { id: data.viewer.id }
  expect(data.moderationLog.nodes).toEqual([
    { kind: 'APPLICATION_DECLINED', note: 'Spam', moderator, member: null },
    {
      ...{ kind: 'APPLICATION_APPROVED', note: 'A neighbour', moderator },
      member: { username: ann.username },
    },
  ])
})

test('an applicant who has an account meanwhile is not approved, with a sentence', async () => {
  const [ann, member] = [await apply(), await seeds(services).aUser()]
  // As when the member changes their email after the sign-up.
  await database.user.update({ where: { id: member.id }, data: { email: ann.email } })
  expect((await decide('approve', ann.id)).userErrors).toEqual([
    { code: 'CONFLICT', reason: 'APPLICANT_EXISTS', field: 'userId' },
  ])
  expect((await decide('decline', ann.id)).userErrors).toEqual([])
})

test('if the username was taken meanwhile, the account chooses another one', async () => {
  const ann = await apply()
  await seeds(services).aUser({ username: ann.username })
  expect((await decide('approve', ann.id)).userErrors).toEqual([])
  expect(await database.user.findUnique({ where: { email: ann.email } })).toMatchObject({
    needsUsername: true,
    username: expect.stringMatching(/^member_[0-9a-f]{16}$/),
  })
  expect((await signIn(ann)).status).toBe(200)
})

test('an invitation makes the approval unnecessary, and replaces an earlier application', async () => {
  const ann = await apply()
  const { code } = await anInvitation(services)
  const response = await post(server.browser(), 'sign-up/email', { ...ann, invitation: code })
  expect(response.status).toBe(200)
  expect(await database.application.count({ where: { email: ann.email } })).toBe(0)
})

test('an application outlives the mode', async () => {
  const ann = await apply()
  settings.signUps = 'open'
  try {
    expect((await signIn(ann)).status).toBe(403)
    expect((await decide('approve', ann.id)).userErrors).toEqual([])
    expect((await signIn(ann)).status).toBe(200)
  } finally {
    settings.signUps = 'approval'
  }
})
