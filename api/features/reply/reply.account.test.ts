import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { seeds } from '#api/test/people/seeds.ts'
import { uuidOf } from '#api/test/people/uuid-of.ts'
import { testServer } from '#api/test/servers/server.ts'

const server = await testServer()
const { database, ids } = server.services
const { aPost, aReply } = seeds(server.services)

async function member() {
  const browser = server.browser()
  const account = await browser.signUp()
  return { ...account, browser, row: { id: uuidOf(account.id) } }
}

test('the export has replies with what they answer, and thanks in both directions', async () => {
  const [ann, ben] = [await member(), await member()]
  const [bens, anns] = [await aPost({ by: ben.row }), await aPost({ by: ann.row })]
  const reply = await aReply({ by: ann.row, to: bens, content: 'An answer' })
  await aReply({ by: ben.row, to: anns, content: 'By someone else' })
  for (const [sender, post, text] of [
    [ann, bens, 'Sent'],
    [ben, anns, 'Received'],
  ] as const)
    await database.thanks.create({
      data: { id: ids.next(), senderId: sender.row.id, postId: post.id, text },
    })
  const response = await ann.browser.fetch('/api/auth/export')
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  const text = Buffer.from(files['data.json'] ?? []).toString()
  const data = JSON.parse(text)
  expect(data.posts).toMatchObject([
    { id: reply.publicId, content: 'An answer', inReplyToId: bens.publicId },
    { id: anns.publicId, inReplyToId: null, repliesCount: 1 },
  ])
  expect(data.thanks).toMatchObject([
    { text: 'Received', from: ben.username, postId: anns.publicId },
    { text: 'Sent', to: ben.username, postId: bens.publicId },
  ])
  expect(data.notifications).toMatchObject([{ kind: 'REPLY', postId: anns.publicId }])
  expect(text).not.toContain('By someone else')
})

test('deleting an account deletes its replies, and the threads that it began', async () => {
  const [ann, ben] = [await member(), await member()]
  const [anns, bens] = [await aPost({ by: ann.row }), await aPost({ by: ben.row })]
  const own = await aReply({ by: ann.row, to: bens })
  const toOwn = await aReply({ by: ben.row, to: bens })
  await database.post.update({ where: { id: toOwn.id }, data: { inReplyToId: own.id } })
  await aReply({ by: ben.row, to: anns })
  const json = { password: ann.password }
  expect((await ann.browser.fetch('/api/auth/delete-account', { json })).status).toBe(204)
  const posts = await database.post.findMany({ orderBy: { id: 'asc' } })
  const bensPosts = posts.filter(({ authorId }) => authorId === ben.row.id)
  expect(bensPosts).toMatchObject([
    { id: bens.id, repliesCount: 1 },
    { id: toOwn.id, threadRootId: bens.id, inReplyToId: null },
  ])
  expect(posts.filter(({ authorId }) => authorId === ann.row.id)).toEqual([])
})
