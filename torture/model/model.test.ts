import pg from 'pg'
import { expect, test } from 'vitest'
import { testDatabase } from '#api/test/database.ts'
import { testServer } from '#api/test/server.ts'
import { checkConsistency } from '../check.ts'
import { compareFeeds } from './check.ts'
import { executeConcurrently } from './execute.ts'
import { Model } from './model.ts'
import { checkModel } from './run.ts'
import { signIn, signUpUsers } from './users.ts'

const { url: databaseUrl, database } = await testDatabase()
const server = await testServer({ database })
const users = await signUpUsers(server.url)

test('attack 53: what users see after concurrent operations matches a model', {
  timeout: 60_000,
}, async () => {
  await checkModel(users, { seed: 20_261_121, runs: 3 })
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  expect(await checkConsistency(client, server.services.settings.dataDir)).toEqual([])
  await client.end()
  expect(server.logLines.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
})

test('the model detects an unlike that has no effect', async () => {
  await database.$executeRaw`CREATE FUNCTION ignore_delete() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`
  await database.$executeRaw`CREATE TRIGGER ignore_delete BEFORE DELETE ON "Like" FOR EACH ROW EXECUTE FUNCTION ignore_delete()`
  for (const user of users)
    for (const device of user.devices) if (!device.isSignedIn) await signIn(user, device)
  const model = new Model('ineffective')
  for (const action of ['post', 'like'] as const) {
    await executeConcurrently(model, users, [{ action, user: 1, device: 0, postIndex: 0 }])
    await compareFeeds(model, users)
  }
  await executeConcurrently(model, users, [{ action: 'unlike', user: 1, device: 0, postIndex: 0 }])
  await expect(compareFeeds(model, users)).rejects.toThrow('The feed of user 0 is')
})
