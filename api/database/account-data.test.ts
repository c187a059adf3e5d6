import { expect, test } from 'vitest'
import { withConnection } from '#api/ops/backup/connection.ts'
import { findMismatches } from '#api/test/database/account-catalog.ts'
import { testDatabase } from '#api/test/database/database.ts'

const { url } = await testDatabase()

/** @param change SQL that breaks the schema; it is rolled back */
function mismatchesAfter(change: string): Promise<string[]> {
  return withConnection(url, async (client) => {
    await client.query('BEGIN')
    await client.query(change)
    return findMismatches(client)
  })
}

test('every table that refers to accounts is declared, and deleting an account leaves none of its rows', async () => {
  expect(await mismatchesAfter('SELECT')).toEqual([])
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
    ['Like (seenBy) blocks the deletion of accounts: ON DELETE NO ACTION.'],
  ],
  [
    'restricts the deletion of its accounts',
    replaceKey('ON DELETE RESTRICT'),
    [
      'Like (userId) blocks the deletion of accounts: ON DELETE RESTRICT.',
      'Deleting the account in userId does not delete rows of Like.',
    ],
  ],
  [
    'would only clear its reference to the account',
    `ALTER TABLE "Passkey" ALTER COLUMN "userId" DROP NOT NULL, DROP CONSTRAINT "Passkey_userId_fkey",
       ADD FOREIGN KEY ("userId") REFERENCES "User" ON DELETE SET NULL`,
    ['Deleting the account in userId does not delete rows of Passkey.'],
  ],
  [
    'cannot clear its reference to the account',
    replaceKey('ON DELETE SET NULL'),
    [
      'Like (userId) blocks the deletion of accounts: ON DELETE SET NULL.',
      'Deleting the account in userId does not delete rows of Like.',
    ],
  ],
  [
    'is deleted instead of anonymized',
    `ALTER TABLE "Report" DROP CONSTRAINT "Report_reporterId_fkey",
       ADD FOREIGN KEY ("reporterId") REFERENCES "User" ON DELETE CASCADE`,
    ['Deleting the account in reporterId does not anonymize rows of Report.'],
  ],
  [
    'has lost its foreign key',
    'ALTER TABLE "PostKey" DROP CONSTRAINT "PostKey_authorId_fkey"',
    ['Deleting the account in authorId does not delete rows of PostKey.'],
  ],
  [
    'has lost its foreign key to its parent table',
    'ALTER TABLE "PostSearch" DROP CONSTRAINT "PostSearch_postId_fkey"',
    ['Deleting rows of Post does not delete rows of PostSearch.'],
  ],
  [
    'is exported in an order that is not unique',
    'ALTER TABLE "Passkey" DROP CONSTRAINT "Passkey_pkey"',
    ['Rows of Passkey with the same id may be missing from an export.'],
  ],
])('a table that %s is reported', async (_, change, expected) => {
  expect(await mismatchesAfter(change)).toEqual(expect.arrayContaining(expected))
})
