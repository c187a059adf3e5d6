import { content } from './account-content.ts'
import type { Deletion, Entry, Model } from './account-entry.ts'
import { messages } from './account-messages.ts'
import { moderation } from './account-moderation.ts'
import { signIn } from './account-sign-in.ts'

/**
 * Declares for each table how its rows belong to an account.
 * The export, the account deletion, the reset of the demo user and the backup use it.
 * How to add a table: docs/accounts.md.
 */
export const accountData = {
  ...content,
  ...moderation,
  ...messages,
  ...signIn,
} satisfies { [M in Model]: Entry<M> }

type Entries = typeof accountData
type TablesWith<Property> = { [T in Model]: Entries[T] extends Property ? T : never }[Model]

/** A table whose rows belong to accounts, directly or through another table. */
export type OwnedTable = Exclude<Model, TablesWith<{ unowned: true }>>

/** A table with a column that contains the owner's id. */
export type AccountTable = TablesWith<{ deletion: Deletion }>
export type TableDeletedInParts = TablesWith<{ deletion: 'in parts' }>
/** A table that the export lists by the `select` of its entry. */
export type SelectedTable = TablesWith<{ export: { select: object } }>
type SectionOf<E> = E extends { export: { section: infer Section } } ? Section : never
export type HandWrittenSection = SectionOf<Entries[Exclude<Model, SelectedTable>]>

export const ownedTables = (Object.keys(accountData) as Model[]).filter(
  (table): table is OwnedTable => !('unowned' in accountData[table]),
)

export const accountTables = (Object.keys(accountData) as Model[]).filter(
  (table): table is AccountTable => 'deletion' in accountData[table],
)

export function tablesDeleted<When extends Deletion>(when: When): TablesWith<{ deletion: When }>[] {
  return accountTables.filter(
    (table): table is TablesWith<{ deletion: When }> => accountData[table].deletion === when,
  )
}

export function tablesResetForDemo(): AccountTable[] {
  return accountTables.filter((table) => accountData[table].demoReset === 'removed')
}
