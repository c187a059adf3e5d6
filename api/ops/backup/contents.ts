import { accountData } from '#api/database/account-data.ts'

const tables: Readonly<Record<string, { backup: 'saved' | { leftOut: string } }>> = accountData

/** An undeclared table belongs to the operator or to an earlier version, so it is backed up. */
export function isBackedUp({ name }: { name: string }): boolean {
  const table = Object.hasOwn(tables, name) ? tables[name] : undefined
  return table === undefined || table.backup === 'saved'
}
