import { expect, test } from 'vitest'
import { testDatabase } from './database.ts'

const { database } = await testDatabase()
const other = await testDatabase()

test('each test file has an isolated, migrated database', async () => {
  const user = {
    id: '0190163d-8694-739b-aea5-966c26f8ad91',
    displayName: 'Ada',
    username: 'ada',
    email: 'ada@example.com',
  }
  await database.user.create({ data: user })
  expect(await database.user.count()).toBe(1)
  expect(await other.database.user.count()).toBe(0)
})

test('the database supports letters of all scripts', async () => {
  const [row] = await database.$queryRaw<
    { upper: string; encoding: string }[]
  >`SELECT upper('café ж'), getdatabaseencoding() AS encoding`
  expect(row).toEqual({ upper: 'CAFÉ Ж', encoding: 'UTF8' })
})
