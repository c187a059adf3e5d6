import { expect, test } from 'vitest'
import { testDatabase } from '#api/test/database/database.ts'
import { storePeople } from './people.ts'
import { checkBulk } from './run.ts'
import { bulkServices } from './services.ts'

async function aWorld() {
  const { database } = await testDatabase()
  const services = bulkServices(database)
  return { database, services, world: await storePeople(services, 20) }
}

test('attack 25: after many acts in bulk, everyone sees what the model says', async () => {
  const { services, world } = await aWorld()
  const counts = await checkBulk(world, services, { seed: 1, acts: 3_000 })
  expect(counts.size).toBe(14)
})

test.each([
  ['Block', 'Block_visibility_added', /: leaked/],
  ['Block', 'Block_visibility_removed', /: lost/],
  ['Mute', 'Mute_visibility_added', /: leaked/],
])('the model detects a disabled trigger of %s: %s', async (table, trigger, problem) => {
  const { database, services, world } = await aWorld()
  await database.$executeRawUnsafe(`ALTER TABLE "${table}" DISABLE TRIGGER "${trigger}"`)
  await expect(checkBulk(world, services, { seed: 2, acts: 3_000 })).rejects.toThrow(problem)
})
