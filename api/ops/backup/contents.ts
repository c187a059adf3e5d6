import { accountData } from '#api/database/account-data.ts'

const leftOut = new Set(
  Object.entries(accountData).flatMap(([table, entry]) => ('backup' in entry ? [table] : [])),
)

/** An undeclared table belongs to the operator or to an earlier version, so it is backed up. */
export function isBackedUp({ name }: { name: string }): boolean {
  return !leftOut.has(name)
}
