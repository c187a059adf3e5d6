import { type AccountTable, accountData } from './account-data.ts'
import type { Prisma } from './generated/prisma/client.ts'

/** The methods that Prisma's model delegates share. */
interface ModelDelegate {
  count(query: { where: object; take?: number }): Promise<number>
  deleteMany(query: { where: object; limit?: number | undefined }): Promise<{ count: number }>
  findMany(query: {
    where: object
    select: object
    orderBy: object
    take: number
  }): Promise<Record<string, unknown>[]>
}

export function delegateOf(client: Prisma.TransactionClient, table: AccountTable): ModelDelegate {
  const name = `${table.charAt(0).toLowerCase()}${table.slice(1)}` as Uncapitalize<AccountTable>
  return client[name] as unknown as ModelDelegate
}

/** A `where` condition for the rows of an account. */
export function ownedBy(table: AccountTable, userId: string): object {
  const entry = accountData[table]
  return 'within' in entry ? { [entry.within]: { contains: userId } } : { [entry.owner]: userId }
}

/** The same, with the rows of other accounts that a deletion removes. */
export function ownedByOrAbout(table: AccountTable, userId: string): object {
  const entry = accountData[table]
  const owned = ownedBy(table, userId)
  return 'subject' in entry ? { OR: [owned, { [entry.subject]: userId }] } : owned
}

/**
 * Deletes an account's rows from the given tables.
 * @param limit the most rows of each table; all by default
 * @returns how many
 */
export async function deleteRows(
  client: Prisma.TransactionClient,
  tables: readonly AccountTable[],
  userId: string,
  limit?: number,
): Promise<number> {
  let deleted = 0
  for (const table of tables) {
    const query = { where: ownedBy(table, userId), limit }
    deleted += (await delegateOf(client, table).deleteMany(query)).count
  }
  return deleted
}
