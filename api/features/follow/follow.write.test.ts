import { expect, test } from 'vitest'
import { createDatabase } from '#api/database/client.ts'
import { deleteAccount } from '#api/features/auth/account/delete-account.write.ts'
import { IdGenerator } from '#api/lib/ids.ts'
import { testDatabase } from '#api/test/database/database.ts'
import { seeds } from '#api/test/people/seeds.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { testServer } from '#api/test/servers/server.ts'
import { limits } from '#rules/limits.ts'
import { followWrites } from './follow.write.ts'

const { url, database } = await testDatabase()
const server = await testServer({ database })
const ids = new IdGenerator()
const { aUser } = seeds({ database, ids })

/** Each has its own connections and batches, as the workers have. */
const workers = Array.from({ length: 3 }, () => {
  const client = createDatabase(url)
  registerCleanup(() => client.$disconnect())
  return followWrites(client)
})

async function expectExactCounts() {
  const wrong = await database.$queryRaw`
    SELECT u."id" FROM "User" u
    WHERE u."followersCount" <> (SELECT count(*) FROM "Follow" f WHERE f."followeeId" = u."id")
      OR u."followingCount" <> (SELECT count(*) FROM "Follow" f WHERE f."followerId" = u."id")`
  expect(wrong).toEqual([])
}

/** Follows and unfollows between all pairs, by all workers at once. */
function storm(people: readonly { id: string }[], rounds: number): Promise<unknown>[] {
  return Array.from({ length: rounds }, (_, round) =>
    people.flatMap((follower, one) =>
      people.flatMap((followee, other) => {
        const worker = workers[(round + one + other) % workers.length]
        if (follower === followee || !worker) return []
        const key = { followerId: follower.id, followeeId: followee.id }
        return (round + one * other) % 3 === 1
          ? worker.unfollow(key)
          : worker.follow({ id: ids.next(), ...key })
      }),
    ),
  ).flat()
}

test('people who follow each other through several workers cause no deadlock', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => aUser()))
  await Promise.all(storm(people, 12))
  await expectExactCounts()
})

test('the last free place is not taken by the same follow twice, nor by a blocked one', async () => {
  const [ann, ben, blocker, cleo] = [await aUser(), await aUser(), await aUser(), await aUser()]
  const [worker] = workers
  if (!worker) throw new Error('There should be workers')
  const count = limits.followees - 1
  await database.user.update({ where: { id: ann.id }, data: { followingCount: count } })
  const block = { id: ids.next(), blockerId: blocker.id, blockedId: ann.id }
  await database.block.create({ data: block })
  const follow = (followee: { id: string }, by = ann) =>
    worker.follow({ id: ids.next(), followerId: by.id, followeeId: followee.id })
  // The others wait for the first one, and share a statement.
  const results = await Promise.all([
    follow(ben, cleo),
    ...[blocker, ben, ben].map((of) => follow(of)),
  ])
  expect(results).toEqual([true, true, true, true])
  const followed = await database.follow.findMany({ where: { followerId: ann.id } })
  expect(followed).toMatchObject([{ followeeId: ben.id }])
  expect(await follow(cleo)).toBe(false)
  await database.user.update({ where: { id: ann.id }, data: { followingCount: 1 } })
})

test('deleting accounts during a storm leaves exact counts', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => aUser()))
  await Promise.all([
    ...storm(people, 6),
    ...people.slice(0, 3).map(({ id }) => deleteAccount(server.services, id)),
  ])
  await expectExactCounts()
  expect(
    await database.follow.count({
      where: { followeeId: { in: people.slice(0, 3).map(({ id }) => id) } },
    }),
  ).toBe(0)
})
