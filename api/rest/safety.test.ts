import { expect, test } from 'vitest'
import { expectJson } from '#api/test/operations/json-response.ts'
import { expectProblem } from '#api/test/operations/problem-response.ts'
import { createProgram } from '#api/test/people/api-tokens.ts'
import type { TestBrowser } from '#api/test/people/browser.ts'
import { seeds } from '#api/test/people/seeds.ts'
import { uuidOf } from '#api/test/people/uuid-of.ts'
import { testServer } from '#api/test/servers/server.ts'
import { Report, User, Users } from './schemas.ts'

const server = await testServer()
const { aUser, aPost, theDemoUser } = seeds(server.services)
await theDemoUser()
const { database } = server.services

const [ann, anonymous] = [server.browser(), server.browser()]
await ann.signUp({ username: 'ann_lee' })
const cleo = await aUser({ username: 'cleo' })
const post = await aPost({ by: cleo })

const send = (caller: TestBrowser, method: string, path: string, json?: object) =>
  caller.fetch(path, { method, ...(json && { json }) })
const namesAt = async (path: string) =>
  Users.parse(await expectJson(await ann.fetch(path))).map(({ username }) => username)
const isListed = async (path: string) =>
  JSON.stringify(await expectJson(await ann.fetch(path))).includes(post.publicId)

test('PUT and DELETE mute a user, whose posts leave the feed alone', async () => {
  const until = new Date(Date.now() + 3_600_000).toISOString()
  const muted = await expectJson(await send(ann, 'PUT', '/api/users/cleo/mute', { until }))
  expect(User.parse(muted)).toMatchObject({ username: 'cleo', isMuted: true, isBlocked: false })
  expect(await namesAt('/api/mutes')).toEqual(['cleo'])
  expect(await isListed('/api/posts')).toBe(false)
  expect(await isListed('/api/users/cleo/posts')).toBe(true)
  await expectJson(await send(ann, 'DELETE', '/api/users/cleo/mute'))
  expect(await namesAt('/api/mutes')).toEqual([])
  expect(await isListed('/api/posts')).toBe(true)
})

test('PUT and DELETE block a user, who is not found meanwhile', async () => {
  for (const name of ['cleo', '@Cleo'])
    await expectJson(await send(ann, 'PUT', `/api/users/${name}/block`))
  expect(await namesAt('/api/blocks')).toEqual(['cleo'])
  await expectProblem(await ann.fetch('/api/users/cleo'), 404)
  await expectProblem(await ann.fetch(`/api/posts/${post.publicId}`), 404)
  for (const name of ['cleo', cleo.publicId])
    await expectJson(await send(ann, 'DELETE', `/api/users/${name}/block`))
  expect(await namesAt('/api/blocks')).toEqual([])
  expect(await isListed('/api/posts')).toBe(true)
})

test('a token blocks by name again and unblocks; without the scope it learns of no block', async () => {
  const path = '/api/users/cleo/block'
  const { script } = await createProgram(server, ann, ['read', 'write:follows'])
  const { script: reader } = await createProgram(server, ann, ['read'])
  const refusals = async () => {
    const responses = [await send(reader, 'PUT', path), await send(reader, 'DELETE', path)]
    return Promise.all(
      responses.map(async (response) => {
        const { code, detail } = await expectProblem(response, 403)
        return [code, detail]
      }),
    )
  }
  const before = await refusals()
  expect(before).toEqual(
    [1, 2].map(() => ['SCOPE_MISSING', expect.stringContaining('write:follows')]),
  )
  for (let time = 1; time <= 2; time++)
    expect(User.parse(await expectJson(await send(script, 'PUT', path)))).toMatchObject({
      username: 'cleo',
      isBlocked: true,
    })
  expect(await refusals()).toEqual(before)
  expect(await namesAt('/api/blocks')).toEqual(['cleo'])
  await expectJson(await send(script, 'DELETE', path))
  expect(await namesAt('/api/blocks')).toEqual([])
})

test('POST creates a report, which its author cannot make about themself', async () => {
  const report = { subjectId: post.publicId, reason: 'SPAM', details: 'Twice a day' }
  const created = await send(ann, 'POST', '/api/reports', report)
  expect(created.status).toBe(201)
  expect(Report.parse(await created.json())).toMatchObject({ ...report, status: 'OPEN' })
  await expectProblem(await send(ann, 'POST', '/api/reports', { ...report, reason: 'ODD' }), 400)
  const { id } = User.parse(await expectJson(await ann.fetch('/api/auth/user')))
  await expectProblem(await send(ann, 'POST', '/api/reports', { ...report, subjectId: id }), 400)
})

test('what is no time and no reason is refused by sentences that name the field', async () => {
  const refusal = async (...call: [method: string, path: string, json: object]) =>
    (await expectProblem(await send(ann, ...call), 400)).errors
  for (const until of ['yesterday', '2099-01-01', ''])
    expect(await refusal('PUT', '/api/users/cleo/mute', { until })).toMatchObject([
      {
        field: 'until',
        message: 'until must be a date and time, such as 2026-03-01T12:00:00Z.',
      },
    ])
  for (const reason of [undefined, null, 'ODD', 5])
    expect(
      await refusal('POST', '/api/reports', { subjectId: post.publicId, reason }),
    ).toMatchObject([
      {
        field: 'reason',
        message: 'reason must be one of HOSTILE, SPAM, DANGEROUS, ILLEGAL, OTHER.',
      },
    ])
})

test('anonymous callers and the demo user cannot mute, block or report', async () => {
  const report = { subjectId: post.publicId, reason: 'SPAM' }
  for (const headers of [{}, { 'X-Demo-User': '1' }])
    for (const [method, path, json] of [
      ['PUT', '/api/users/cleo/mute', {}],
      ['PUT', '/api/users/cleo/block', {}],
      ['POST', '/api/reports', report],
    ] as const)
      await expectProblem(await anonymous.fetch(path, { method, headers, json }), 401)
})

test('attack 75: the next write of a suspended session is refused, with the end in words', async () => {
  const member = server.browser()
  const { email } = await member.signUp()
  const like = () => send(member, 'POST', `/api/posts/${post.publicId}/like`)
  await expectJson(await like())
  const suspension = { suspendedAt: new Date(), suspendedUntil: new Date('2099-05-04T10:00:00Z') }
  await database.user.update({ where: { email }, data: suspension })
  const { detail } = await expectProblem(await like(), 403)
  expect(detail).toMatch(/suspended until May 4, 2099/)
  await expectJson(await member.fetch('/api/posts'))
})

test('a suspended member signs out', async () => {
  const [member, copy] = [server.browser(), server.browser()]
  const { id } = await member.signUp()
  copy.copyCookies(member)
  await database.user.update({ where: { id: uuidOf(id) }, data: { suspendedAt: new Date() } })
  await expectJson(await copy.fetch('/api/auth/user'))
  const response = await member.fetch('/api/auth/sign-out', { method: 'POST', json: {} })
  expect(response.status).toBe(204)
  expect(member.cookies.size).toBe(0)
  await expectProblem(await copy.fetch('/api/auth/user'), 401)
})

test('deleting the account of a reporter closes the report', async () => {
  const reporter = server.browser()
  const { password } = await reporter.signUp()
  await send(reporter, 'POST', '/api/reports', { subjectId: cleo.publicId, reason: 'OTHER' })
  const open = () => database.report.count({ where: { reason: 'OTHER', closedAt: null } })
  expect(await open()).toBe(1)
  await reporter.fetch('/api/auth/delete-account', { json: { password } })
  expect(await open()).toBe(0)
  expect(await database.report.count({ where: { reason: 'OTHER' } })).toBe(1)
})

test('deleting the account of a reported author closes the reports and clears their text', async () => {
  const author = server.browser()
  const { id, password } = await author.signUp()
  const theirs = await aPost({ by: { id: uuidOf(id) } })
  const where = { reason: 'DANGEROUS' } as const
  for (const subjectId of [id, theirs.publicId])
    await send(ann, 'POST', '/api/reports', { subjectId, ...where })
  expect(await database.report.count({ where: { ...where, closedAt: null } })).toBe(2)
  await author.fetch('/api/auth/delete-account', { json: { password } })
  expect(await database.report.findMany({ where })).toMatchObject(
    [1, 2].map(() => ({ closedAt: expect.any(Date), subjectId: null, snapshot: null })),
  )
})
