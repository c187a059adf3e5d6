import { expect, test } from 'vitest'
import { expectProblem } from '#api/test/operations/problem-response.ts'
import { testServer } from '#api/test/servers/server.ts'

const server = await testServer()
const ann = server.browser()

test('attack 19: an internal error only shows the request id; the log has all details', async () => {
  const broken = await testServer()
  const bea = broken.browser()
  await bea.signUp()
  await broken.services.database.$executeRawUnsafe('ALTER TABLE "Session" RENAME TO "Lost"')
  for (const path of ['/', '/api/login', '/profile/ann', '/api/nothing']) {
    const response = await bea.fetch(path)
    const id = response.headers.get('x-request-id')
    const problem = await expectProblem(response, 500)
    expect(problem).toEqual({
      type: 'about:blank',
      title: 'Internal Server Error',
      status: 500,
      code: 'INTERNAL_ERROR',
      detail: `Something went wrong. If it keeps happening, tell us this number: ${id}`,
      requestId: id,
    })
    const entries = broken.logLines
      .map((line) => JSON.parse(line))
      .filter((line) => line.requestId === id)
    expect(entries).toEqual([
      expect.objectContaining({
        level: 50,
        err: expect.objectContaining({ stack: expect.stringContaining('Session') }),
      }),
    ])
  }
})

test('attack 19: the error for invalid JSON does not quote it', async () => {
  for (const body of ['{"a":', 'x', '{"password":"sunny day 1"']) {
    const headers = { 'content-type': 'application/json' }
    const problem = await expectProblem(
      await ann.fetch('/api/auth/sign-in/email', { method: 'POST', body, headers }),
      400,
    )
    expect(problem.detail).toBe('The request could not be read. Its body must be valid JSON.')
  }
})

test('bodies of another encoding or above the limit are rejected', async () => {
  const json = { 'content-type': 'application/json' }
  const send = (path: string, bytes: number, headers = {}) =>
    ann.fetch(path, {
      method: 'POST',
      body: JSON.stringify({ text: 'x'.repeat(bytes) }),
      headers: { ...json, ...headers },
    })
  await expectProblem(await send('/api/auth/sign-in/email', 1024 * 1024), 413)
  await expectProblem(await send('/api/posts', 8 * 1024 * 1024), 413)
  await expectProblem(
    await send('/api/auth/sign-in/email', 10, { 'content-encoding': 'compress' }),
    415,
  )
  await expectProblem(
    await send('/api/auth/sign-in/email', 10, {
      'content-type': 'application/json; charset=latin7',
    }),
    415,
  )
})

test('other paths under /api are 404, unused endpoints of the auth library included', async () => {
  const unusedPaths = [
    ...[
      'get-session',
      'list-sessions',
      'ok',
      'error',
      'delete-user/callback',
      'verify-email',
      'account-info',
      'passkey/list-user-passkeys',
    ].map((path) => ['GET', path]),
    ...[
      'update-user',
      'delete-user',
      'sign-in/social',
      'is-username-available',
      'request-password-reset',
    ].map((path) => ['POST', path]),
    ...[
      'revoke-sessions',
      'passkey/delete-passkey',
      'passkey/update-passkey',
      'get-session',
      'sign-up',
      'sign-up/email.json',
    ].map((path) => ['POST', path]),
    ['GET', 'sign-up/email'],
    ['GET', 'sign-out'],
    ['GET', '../logout'],
  ] as const
  for (const [method = 'GET', path] of unusedPaths) {
    const response = await ann.fetch(`/api/auth/${path}`, method === 'POST' ? { json: {} } : {})
    expect([path, (await expectProblem(response, 404)).detail]).toEqual([
      path,
      'There is nothing at this address.',
    ])
  }
  for (const path of ['/api', '/api/', '/api/nothing', '/api/auth', '/API/Nothing'])
    await expectProblem(await ann.fetch(path), 404)
})

test('a path that cannot be decoded is 404', async () => {
  for (const [method, path] of [
    ['GET', '/api/posts/%ff'],
    ['DELETE', '/api/posts/%ff'],
    ['GET', '/api/users/%E0%A4%A'],
    ['GET', '/api/auth/invitations/%ff'],
    ['GET', '/join/%ff'],
    ['GET', '/api/unsubscribe/%ff'],
  ] as const) {
    const problem = await expectProblem(await ann.fetch(path, { method }), 404)
    expect([path, problem]).toEqual([
      path,
      expect.objectContaining({
        code: 'ADDRESS_NOT_FOUND',
        detail: 'There is nothing at this address.',
      }),
    ])
  }
  const page = await ann.fetch('/join/%ff', { headers: { accept: 'text/html' } })
  expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
})

test('each response has its own id, and a log line without path, query, cookie or body', async () => {
  const response = await ann.fetch('/api/users/secret_name?q=secret-query', {
    headers: { 'x-request-id': 'theirs', cookie: 'a=secret-cookie' },
  })
  const id = response.headers.get('x-request-id')
  expect(id).toMatch(/^[0-9a-f-]{36}$/)
  expect((await ann.fetch('/api/nothing')).headers.get('x-request-id')).not.toBe(id)
  await ann.fetch('/api/auth/sign-in/email', {
    json: { email: 'secret@example.org', password: 'secret-word' },
  })

  expect(await lineOf(id)).toMatchObject({
    level: 30,
    method: 'GET',
    route: '/api/users/:id',
    operation: 'RestUser',
    status: 404,
    ms: expect.any(Number),
    statements: 1,
    bytes: Number(response.headers.get('content-length')),
    msg: 'GET /api/users/:id 404',
  })
  expect(server.logLines.join('')).not.toMatch(/secret|theirs/)
})

test('a log line has viewer, operation and cost, also for compiled operations', async () => {
  const cleo = server.browser()
  const { id: viewer } = await cleo.signUp()
  const query = 'query Feed { feed(first: 1) { nodes { content } } }'
  // The first request compiles the operation.
  for (const executor of ['Yoga', 'compiled']) {
    const response = await cleo.fetch('/graphql', {
      json: { query },
      headers: { 'accept-encoding': 'identity' },
    })
    const body = await response.text()
    const line = await lineOf(response.headers.get('x-request-id'))
    expect({ executor, ...line }).toMatchObject({
      executor,
      route: '/graphql',
      operation: 'Feed',
      viewer,
      status: 200,
      bytes: body.length,
    })
    expect(line.statements, executor).toBeGreaterThanOrEqual(1)
  }
  const anonymous = await server.browser().fetch('/api/posts')
  const line = await lineOf(anonymous.headers.get('x-request-id'))
  expect(line).toMatchObject({ route: '/api/posts', operation: 'RestPosts' })
  expect(line).not.toHaveProperty('viewer')
})

/** The log line of a request. The server writes it after the response. */
async function lineOf(
  id: string | null,
): Promise<Record<string, unknown> & { statements: number }> {
  const find = () => server.logLines.map((line) => JSON.parse(line)).find((line) => line.id === id)
  await expect.poll(find).toBeDefined()
  return find()
}
