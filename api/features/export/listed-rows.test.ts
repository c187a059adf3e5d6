import { expect, test } from 'vitest'
import { accountData, type SelectedTable } from '#api/database/account-data.ts'
import { seeds } from '#api/test/people/seeds.ts'
import { testServer } from '#api/test/servers/server.ts'
import { setHidden } from '../post/post.write.ts'
import { readListedRows } from './export.read.ts'

const server = await testServer()
const { database } = server.services
const { aUser, aPost, aLike } = seeds(server.services)

test('a listed section leaves out rows of posts that the account cannot see', async () => {
  // Likes have a section of their own; here `select` describes it.
  const entry = { section: 'likes', select: { postId: true }, orderBy: 'postId' }
  Object.assign(accountData.Like, { export: entry })
  const [ann, bob] = [await aUser(), await aUser()]
  const [shown, hidden] = [await aPost({ by: bob }), await aPost({ by: bob })]
  for (const post of [shown, hidden]) await aLike({ by: ann, of: post })
  await setHidden(server.services, hidden.id, true)
  const rows = await Array.fromAsync(readListedRows(database, 'Like' as SelectedTable, ann.id))
  expect(rows).toEqual([{ postId: shown.publicId }])
})
