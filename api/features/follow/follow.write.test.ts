import { expect, test } from 'vitest'
import { createDatabase } from '#api/database/client.ts'
import { deleteAccount } from '#api/features/auth/account/delete-account.write.ts'
import { IdGenerator } from '#api/lib/ids.ts'
import { testDatabase } from '#api/test/database.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { seeds } from '#api/test/seeds.ts'
import { testServer } from '#api/test/server.ts'
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
