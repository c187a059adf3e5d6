import { expect, test } from 'vitest'
import { expectJson } from '#api/test/operations/json-response.ts'
import { createToken, program } from '#api/test/people/api-tokens.ts'
import { testServer } from '#api/test/servers/server.ts'

const server = await testServer()
const { database } = server.services
const shares = () => database.feedEvent.findMany({ where: { kind: 'SHARE' } })
const [ann, ben] = [server.browser(), server.browser()]
await ann.signUp()
await ben.signUp()
const { secret } = await createToken(ann, ['write:posts', 'write:follows'])
const script = program(server, secret)
const post = (await expectJson(
  await ben.fetch('/api/posts', { json: { content: 'Good morning' } }),
  201,
)) as { id: string; userId: string }

const share = { path: `/api/posts/${post.id}/share`, body: '{"comment":"This made my day."}' }
const mute = { path: `/api/users/${post.userId}/mute`, body: '{"until":"2126-01-01T00:00:00Z"}' }

test.each(['application/x-www-form-urlencoded', 'text/plain', 'application/jsonp'])(
  'a body of type %s is 415 with a token, too, and changes nothing',
  async (type) => {
    const headers = { 'content-type': type }
    for (const { path, body } of [share, mute])
      for (const sent of [{ body }, { body: new Blob([body]).stream(), duplex: 'half' as const }])
        expect((await script.fetch(path, { method: 'PUT', headers, ...sent })).status).toBe(415)
    expect([await shares(), await database.mute.count()]).toEqual([[], 0])
  },
)

test.each(['application/json;', 'application/json; charset', 'Application/JSON; charset=UTF-8'])(
  'a body of type %s is read',
  async (type) => {
    const { path, body } = share
    const headers = { 'content-type': type }
    await expectJson(await script.fetch(path, { method: 'PUT', headers, body }), 200)
    expect(await shares()).toMatchObject([{ comment: 'This made my day.' }])
    await expectJson(await script.fetch(path, { method: 'DELETE' }), 200)
  },
)

test('a write without a body needs no type', async () => {
  await expectJson(await script.fetch(share.path, { method: 'PUT' }), 200)
  expect(await shares()).toMatchObject([{ comment: null }])
})
