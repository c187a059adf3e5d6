import { expect, test } from 'vitest'
import { testDatabase } from '#api/test/database/database.ts'
import { builtClient } from '#api/test/servers/built-client.ts'
import { clientFiles } from '#api/test/servers/client-files.ts'
import { testServer } from '#api/test/servers/server.ts'
import { checkConsistency } from '../check.ts'
import { createWorld } from './people.ts'
import { checkVisibility } from './run.ts'

const { url: databaseUrl, database } = await testDatabase()
/** Two workers of one installation. */
const parts = { database, client: builtClient(clientFiles) }
const servers = [await testServer(parts), await testServer(parts)] as const
const urls = [servers[0].url, servers[1].url] as const
const created = await createWorld('acorn', urls, databaseUrl, 12)

test('attack 25: everyone sees what the model says, through either worker', async () => {
  const counts = await checkVisibility(created, { seed: 1, acts: 250, urls })
  expect(counts.size).toBe(17)
  expect(await checkConsistency(databaseUrl, servers[0].services.settings.dataDir)).toEqual([])
})

test('the model detects that blocks do not change the visibility version', async () => {
  const other = await createWorld('button', urls, databaseUrl, 12)
  await database.$executeRaw`ALTER TABLE "Block" DISABLE TRIGGER "Block_visibility_added"`
  await expect(checkVisibility(other, { seed: 2, acts: 600, urls })).rejects.toThrow(/: leaked/)
})
