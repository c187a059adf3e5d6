import { expect, test } from 'vitest'
import { testDatabase } from '#api/test/database/database.ts'
import { testServer } from '#api/test/servers/server.ts'
import { checkConsistency } from '../check.ts'
import { compareFeeds } from './check.ts'
import { executeConcurrently } from './execute.ts'
import { compareFollowing } from './following.ts'
import { Model } from './model.ts'
import { checkModel } from './run.ts'
import { signIn, signUpUsers } from './users.ts'

const { url: databaseUrl, database } = await testDatabase()
const server = await testServer({ database })
const users = await signUpUsers(server.url)

test('attack 53: what users see after concurrent operations matches a model', async () => {
  await checkModel(users, { seed: 20_261_121, runs: 3 })
  expect(await checkConsistency(databaseUrl, server.services.settings.dataDir)).toEqual([])
  expect(server.logLines.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
})

test.each([
  { table: 'Like', actions: ['post', 'like', 'unlike'], problem: 'The feed of user 0 is' },
  { table: 'FeedEvent', actions: ['post', 'share', 'unshare'], problem: 'The feed of user 0 is' },
  // The last, because the follow stays.
  { table: 'Follow', actions: ['follow', 'unfollow'], problem: 'What user 0 sees of others is' },
] as const)(
  'the model detects that a deletion from $table has no effect',
  async ({ table, actions, problem }) => {
    await database.$executeRawUnsafe(
      `CREATE OR REPLACE FUNCTION ignore_delete() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`,
    )
    await database.$executeRawUnsafe(
      `CREATE TRIGGER ignore_delete BEFORE DELETE ON "${table}" FOR EACH ROW EXECUTE FUNCTION ignore_delete()`,
    )
    for (const user of users)
      for (const device of user.devices) if (!device.isSignedIn) await signIn(user, device)
    const model = new Model(`ineffective${table}`)
    const compare = async () => {
      await compareFeeds(model, users)
      await compareFollowing(model, users)
    }
    for (const action of actions) {
      const isLast = action === actions.at(-1)
      await executeConcurrently(model, users, [{ action, user: 1, device: 0, postIndex: 0 }])
      if (isLast) await expect(compare()).rejects.toThrow(problem)
      else await compare()
    }
    await database.$executeRawUnsafe('DROP FUNCTION ignore_delete CASCADE')
  },
)
