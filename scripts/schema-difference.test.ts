import pg from 'pg'
import { expect, test } from 'vitest'
import { testDatabase } from '#api/test/database/database.ts'
import { differenceFrom } from './schema-difference.ts'

test('the migrations match schema.prisma; a missing column is detected', async () => {
  const { url } = await testDatabase()
  expect(await differenceFrom(url)).toBe('')

  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('ALTER TABLE "Post" DROP COLUMN "imageAlt"')
  await client.end()
  expect(await differenceFrom(url)).toBe(
    '-- AlterTable\nALTER TABLE "Post" ADD COLUMN     "imageAlt" TEXT;',
  )
})
