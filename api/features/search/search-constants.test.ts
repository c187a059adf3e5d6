import { expect, test } from 'vitest'
import { testDatabase } from '#api/test/database/database.ts'
import { MAX_POSTS } from '../feed/snapshot.ts'
import { MATCH_CLASSES } from './search.read.ts'

const { database } = await testDatabase()

test('match classes have the same numbers in SQL and in TypeScript', async () => {
  for (const [name, number] of Object.entries(MATCH_CLASSES))
    expect(await database.rows`SELECT search_class(${name}) AS "number"`).toEqual([{ number }])
})

test('the SQL search reads as many newest posts as the cache holds', async () => {
  expect(await database.rows`SELECT search_limit('newest') AS "number"`).toEqual([
    { number: MAX_POSTS },
  ])
})

test.each(['search_class', 'search_limit'])('%s rejects an unknown name', async (name) => {
  await expect(database.$queryRawUnsafe(`SELECT ${name}('other')`)).rejects.toThrow(
    'case not found',
  )
})
