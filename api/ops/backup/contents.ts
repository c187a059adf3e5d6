import { accountData } from '#api/database/account-data.ts'

const tables: Readonly<Record<string, { backup: 'saved' | { leftOut: string } }>> = accountData

/** A table that is not declared belongs to the operator or to an earlier version, and is saved. */
export function isSaved({ name }: { name: string }): boolean {
  const table = Object.hasOwn(tables, name) ? tables[name] : undefined
  return table === undefined || table.backup === 'saved'
}
