import { expect, test } from 'vitest'
import { expectProblem } from '#api/test/operations/problem-response.ts'
import type { BrowserRequest } from '#api/test/people/browser.ts'
import { testServer } from '#api/test/servers/server.ts'

const DISK_FULL =
  'We’re almost out of storage space, so we can’t save anything new. Please try again later.'

test('attack 60: writes are 507 in every API while the database disk is full, and succeed afterwards', async () => {
  const server = await testServer()
  const { database } = server.services
  const ann = server.browser()
  const { username, email } = await ann.signUp()
  const share = async (content: string) => {
    const query =
      'mutation ($content: String!) { createPost(input: { content: $content }) { post { id } userErrors { code message } } }'
    const response = await ann.fetch('/graphql', { json: { query, variables: { content } } })
    return [response.status, await response.json()]
  }
  // The first run compiles the operation.
  for (const content of ['One.', 'Two.'])
    expect(await share(content)).toMatchObject([200, { data: { createPost: { userErrors: [] } } }])
  const [post] = (await (await ann.fetch('/api/posts')).json()) as [{ id: string }]

  await database.$executeRawUnsafe(`CREATE FUNCTION disk_full() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$`)
  const tables = ['Post', 'Like', 'User', 'Session', 'Media']
  for (const table of tables)
    await database.$executeRawUnsafe(
      `CREATE TRIGGER disk_full BEFORE INSERT OR UPDATE ON "${table}" EXECUTE FUNCTION disk_full()`,
    )

  expect(await share('Three.')).toEqual([
    200,
    {
      data: {
        createPost: { post: null, userErrors: [{ code: 'OUT_OF_SPACE', message: DISK_FULL }] },
      },
    },
  ])
  const changes: [string, BrowserRequest][] = [
    ['/api/posts', { json: { content: 'Three.' } }],
    [`/api/posts/${post.id}/like`, { method: 'POST' }],
    [`/api/users/${username}`, { method: 'PATCH', json: { bio: 'Full of joy.' } }],
    [
      '/api/auth/sign-up/email',
      { json: { name: 'Ben', username: 'ben', email: 'ben@example.org', password: 'sunny day 1' } },
    ],
    ['/api/auth/sign-in/email', { json: { email, password: 'sunny day 1' } }],
  ]
  for (const [path, request] of changes) {
    const response = await ann.fetch(path, request)
    expect([path, (await expectProblem(response, 507)).detail]).toEqual([path, DISK_FULL])
  }
  expect(server.logLines.join('')).toContain(
    'A write was rejected because the database disk is full',
  )
  expect((await ann.fetch('/api/posts')).status).toBe(200)

  for (const table of tables)
    await database.$executeRawUnsafe(`DROP TRIGGER disk_full ON "${table}"`)
  for (const [path, request] of changes)
    expect([path, (await ann.fetch(path, request)).ok]).toEqual([path, true])
  expect(await database.post.count()).toBe(3)
})

test('a query that needs disk space on a full database is 503 with the reason', async () => {
  const server = await testServer()
  const { database } = server.services
  const { username } = await server.browser().signUp()
  await database.$executeRawUnsafe(`CREATE FUNCTION disk_full() RETURNS boolean LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'could not write to file: No space left on device' USING ERRCODE = '53100'; END $$`)
  await database.$executeRawUnsafe('ALTER TABLE "User" RENAME TO "People"')
  await database.$executeRawUnsafe('CREATE VIEW "User" AS SELECT * FROM "People" WHERE disk_full()')
  const visitor = server.browser()
  const detail = 'The database has no room left at the moment. Please try again later.'
  const response = await visitor.fetch(`/api/users/${username}`)
  expect([
    response.headers.get('retry-after'),
    (await expectProblem(response, 503)).detail,
  ]).toEqual(['2', detail])
  const query = `{ user(username: "${username}") { id } }`
  const graphqlResponse = await visitor.fetch('/graphql', { json: { query } })
  expect([graphqlResponse.status, await graphqlResponse.json()]).toMatchObject([
    503,
    { errors: [{ message: detail }] },
  ])
})
