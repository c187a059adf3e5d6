import { expect, test } from 'vitest'
import { withConnection } from '#api/ops/backup/connection.ts'
import { contradictions } from '#api/test/account-catalog.ts'
import { testDatabase } from '#api/test/database.ts'

const { url } = await testDatabase()

/** @param change SQL that breaks the schema; it is rolled back */
function contradictionsAfter(change: string): Promise<string[]> {
  return withConnection(url, async (client) => {
    await client.query('BEGIN')
    await client.query(change)
    return contradictions(client)
  })
}

test('every table that refers to accounts is declared, and deleting an account leaves none of its rows', async () => {
  expect(await contradictionsAfter('SELECT')).toEqual([])
})

const replaceKey = (onDelete: string) =>
  `ALTER TABLE "Like" DROP CONSTRAINT "Like_userId_fkey", ADD FOREIGN KEY ("userId") REFERENCES "User" ${onDelete}`

test.each([
  [
    'refers to accounts',
    'CREATE TABLE "NewFollow" ("followerId" uuid REFERENCES "User" ON DELETE CASCADE, "followeeId" uuid REFERENCES "User" ON DELETE CASCADE)',
    ['NewFollow refers to accounts and is not declared.'],
  ],
  [
    'refers to them through another table',
    'CREATE TABLE "NewShare" ("postId" uuid REFERENCES "Post" ON DELETE CASCADE)',
    ['NewShare refers to accounts and is not declared.'],
  ],
  [
    'has a second reference without an action',
    'ALTER TABLE "Like" ADD COLUMN "seenBy" uuid REFERENCES "User"',
    ['Like (seenBy) keeps rows of an account from being deleted: ON DELETE NO ACTION.'],
  ],
  [
    'restricts the deletion of its accounts',
    replaceKey('ON DELETE RESTRICT'),
    [
      'Like (userId) keeps rows of an account from being deleted: ON DELETE RESTRICT.',
      'No rows of Like are deleted with the account in userId.',
    ],
  ],
  [
    'would only clear its reference to the account',
    `ALTER TABLE "Passkey" ALTER COLUMN "userId" DROP NOT NULL, DROP CONSTRAINT "Passkey_userId_fkey",
       ADD FOREIGN KEY ("userId") REFERENCES "User" ON DELETE SET NULL`,
    ['No rows of Passkey are deleted with the account in userId.'],
  ],
  [
    'cannot clear its reference to the account',
    replaceKey('ON DELETE SET NULL'),
    [
      'Like (userId) keeps rows of an account from being deleted: ON DELETE SET NULL.',
      'No rows of Like are deleted with the account in userId.',
    ],
  ],
  [
    'has lost its foreign key',
    'ALTER TABLE "PostKey" DROP CONSTRAINT "PostKey_authorId_fkey"',
    ['No rows of PostKey are deleted with the account in authorId.'],
  ],
  [
    'has lost its foreign key to its parent table',
    'ALTER TABLE "PostSearch" DROP CONSTRAINT "PostSearch_postId_fkey"',
    ['No rows of PostSearch are deleted with those of Post.'],
  ],
  [
    'is exported in an order that is not unique',
    'ALTER TABLE "Passkey" DROP CONSTRAINT "Passkey_pkey"',
    ['Rows of Passkey with the same id may be missing from an export.'],
  ],
])('a table that %s is reported', async (_, change, expected) => {
  expect(await contradictionsAfter(change)).toEqual(expect.arrayContaining(expected))
})
