import pg from 'pg'
import { expect, test } from 'vitest'
import { testDatabase } from '#api/test/database.ts'
import { testServer } from '#api/test/server.ts'
import { checkRows } from '../check.ts'
import { compare } from './check.ts'
import { Model } from './model.ts'
import { carryOut } from './moment.ts'
import { modelHolds } from './run.ts'
import { settle, signIn } from './town.ts'

const { url: databaseUrl, database } = await testDatabase()
const server = await testServer({ database })
const residents = await settle(server.url)

test('attack 53: whatever people do at the same time, what they see is what a model says', {
  timeout: 60_000,
}, async () => {
  await modelHolds(residents, { seed: 20_261_121, runs: 3 })
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  expect(await checkRows(client, server.services.settings.dataDir)).toEqual([])
  await client.end()
  expect(server.logged.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
})

test('the model sees a like that does not go away', async () => {
  await database.$executeRaw`CREATE FUNCTION forget() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`
  await database.$executeRaw`CREATE TRIGGER forget BEFORE DELETE ON "Like" FOR EACH ROW EXECUTE FUNCTION forget()`
  for (const each of residents)
    for (const device of each.devices) if (!device.isSignedIn) await signIn(each, device)
  const model = new Model('forgotten')
  for (const does of ['post', 'like'] as const) {
    await carryOut(model, residents, [{ does, user: 1, device: 0, which: 0 }])
    await compare(model, residents)
  }
  await carryOut(model, residents, [{ does: 'unlike', user: 1, device: 0, which: 0 }])
  await expect(compare(model, residents)).rejects.toThrow('What person 0 sees is')
})
