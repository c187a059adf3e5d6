import { accountData, type OwnTable } from './account-data.ts'
import type { Prisma } from './generated/prisma/client.ts'

/** What Prisma's clients of all tables have in common. */
interface Rows {
  count(query: { where: object; take?: number }): Promise<number>
  deleteMany(query: { where: object }): Promise<{ count: number }>
  findMany(query: {
    where: object
    select: object
    orderBy: object
    take: number
  }): Promise<Record<string, unknown>[]>
}

export function rowsOf(client: Prisma.TransactionClient, table: OwnTable): Rows {
  // As Prisma names its clients.
  const name = `${table.charAt(0).toLowerCase()}${table.slice(1)}` as Uncapitalize<OwnTable>
  return client[name] as unknown as Rows
}

/** A condition for the rows of an account. */
export function belongsTo(table: OwnTable, userId: string): object {
  const entry = accountData[table]
  return 'within' in entry ? { [entry.within]: { contains: userId } } : { [entry.owner]: userId }
}

/** Removes the rows of an account from some tables. */
export async function removeRows(
  client: Prisma.TransactionClient,
  tables: readonly OwnTable[],
  userId: string,
): Promise<void> {
  for (const table of tables)
    await rowsOf(client, table).deleteMany({ where: belongsTo(table, userId) })
}
