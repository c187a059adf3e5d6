import { expect, test } from 'vitest'
import { testDatabase } from '#api/test/database.ts'
import { LENGTH } from '../feed/snapshot.ts'
import { CLASSES } from './search.read.ts'

const { database } = await testDatabase()

test('the database and the application give the classes of matches the same numbers', async () => {
  for (const [name, number] of Object.entries(CLASSES))
    expect(await database.rows`SELECT search_class(${name}) AS "number"`).toEqual([{ number }])
})

test('the database looks through as many of the newest posts as the application holds in memory', async () => {
  expect(await database.rows`SELECT search_limit('newest') AS "number"`).toEqual([
    { number: LENGTH },
  ])
})

test.each(['search_class', 'search_limit'])(
  '%s refuses a name that it does not know',
  async (name) => {
    await expect(database.$queryRawUnsafe(`SELECT ${name}('other')`)).rejects.toThrow(
      'case not found',
    )
  },
)
