import { expect, test } from 'vitest'
import { problemOf } from '#api/test/problem.ts'
import { testServer } from '#api/test/server.ts'
import type { VisitorRequest } from '#api/test/visitor.ts'

const NO_ROOM =
  'We’re almost out of storage space, so we can’t save anything new. Please try again later.'

test('attack 60: a change for which the disk of the database has no room is 507 by every door, and passes once there is some', async () => {
  const server = await testServer()
  const { database } = server.services
  const ann = server.visitor()
  const { username, email } = await ann.signUp()
  const share = async (content: string) => {
    const query =
      'mutation ($content: String!) { createPost(input: { content: $content }) { post { id } userErrors { code message } } }'
    const answer = await ann.fetch('/graphql', { json: { query, variables: { content } } })
    return [answer.status, await answer.json()]
  }
  // Twice: an operation goes the short way once it ran.
  for (const content of ['One.', 'Two.'])
    expect(await share(content)).toMatchObject([200, { data: { createPost: { userErrors: [] } } }])
  const [post] = (await (await ann.fetch('/api/posts')).json()) as [{ id: string }]

  await database.$executeRawUnsafe(`CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$`)
  const tables = ['Post', 'Like', 'User', 'Session', 'Media']
  for (const table of tables)
    await database.$executeRawUnsafe(
      `CREATE TRIGGER no_room BEFORE INSERT OR UPDATE ON "${table}" EXECUTE FUNCTION no_room()`,
    )

  expect(await share('Three.')).toEqual([
    200,
    {
      data: {
        createPost: { post: null, userErrors: [{ code: 'OUT_OF_SPACE', message: NO_ROOM }] },
      },
    },
  ])
  const changes: [string, VisitorRequest][] = [
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
    const answer = await ann.fetch(path, request)
    expect([path, (await problemOf(answer, 507)).detail]).toEqual([path, NO_ROOM])
  }
  expect(server.logged.join('')).toContain(
    'A change was refused because the disk of the database is full',
  )
  expect((await ann.fetch('/api/posts')).status).toBe(200)

  for (const table of tables) await database.$executeRawUnsafe(`DROP TRIGGER no_room ON "${table}"`)
  for (const [path, request] of changes)
    expect([path, (await ann.fetch(path, request)).ok]).toEqual([path, true])
  expect(await database.post.count()).toBe(3)
})

test('a question that the database has no room to answer is 503, and says why', async () => {
  const server = await testServer()
  const { database } = server.services
  const { username } = await server.visitor().signUp()
  await database.$executeRawUnsafe(`CREATE FUNCTION no_room() RETURNS boolean LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'could not write to file: No space left on device' USING ERRCODE = '53100'; END $$`)
  await database.$executeRawUnsafe('ALTER TABLE "User" RENAME TO "People"')
  await database.$executeRawUnsafe('CREATE VIEW "User" AS SELECT * FROM "People" WHERE no_room()')
  const visitor = server.visitor()
  const detail = 'The database has no room left at the moment. Please try again later.'
  const asked = await visitor.fetch(`/api/users/${username}`)
  expect([asked.headers.get('retry-after'), (await problemOf(asked, 503)).detail]).toEqual([
    '2',
    detail,
  ])
  const query = `{ user(username: "${username}") { id } }`
  const answer = await visitor.fetch('/graphql', { json: { query } })
  expect([answer.status, await answer.json()]).toMatchObject([
    503,
    { errors: [{ message: detail }] },
  ])
})
