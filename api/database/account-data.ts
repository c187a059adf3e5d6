import type { Prisma } from './generated/prisma/client.ts'

type Model = Prisma.ModelName
type Column<M extends Model> = keyof Prisma.TypeMap['model'][M]['payload']['scalars'] & string
type Select<M extends Model> = NonNullable<
  Prisma.TypeMap['model'][M]['operations']['findMany']['args']['select']
>

interface LeftOut {
  /** Why the rows are left out. */
  leftOut: string
}

/** Only rows that an account owns, never other accounts' rows about it, such as blocks. */
type Exported<M extends Model> =
  | LeftOut
  /** A section of `data.json` with a function of its own in `features/export`. */
  | { section: string }
  /** A list of the selected columns. `orderBy` is unique among the rows of an account. */
  | { section: string; select: Select<M>; orderBy: Column<M> }

interface EntryOf<M extends Model> {
  export: Exported<M>
  backup: 'saved' | LeftOut
}

interface AccountRows<M extends Model> extends EntryOf<M> {
  /**
   * `first`: before everything else, for credentials, names, and rows without a foreign key.
   * `in parts`: in batches, by a statement in `features/auth/account/empty-account.write.ts`.
   * `by cascade`: with the row of the account.
   */
  deletion: 'first' | 'in parts' | 'by cascade'
  demoReset: 'removed' | 'kept'
}

type Entry<M extends Model> =
  /** The column contains the account's id. */
  | (AccountRows<M> & { owner: Column<M> })
  /** The text of the column contains the account's id somewhere. */
  | (AccountRows<M> & { within: Column<M>; deletion: 'first' })
  /** A row belongs to a row of another table, and its foreign key cascades. */
  | (EntryOf<M> & { through: Model })

/**
 * Declares for each table how its rows belong to an account.
 * The export, the account deletion, the reset of the demo user and the backup use it.
 * How to add a table: docs/accounts.md.
 */
export const accountData = {
  // A reset keeps the row and restores the columns that visitors can change.
  User: {
    owner: 'id',
    export: { section: 'account' },
    deletion: 'by cascade',
    demoReset: 'kept',
    backup: 'saved',
  },
  UserSearch: {
    owner: 'userId',
    export: { leftOut: 'derived from the names' },
    deletion: 'first',
    demoReset: 'kept',
    backup: 'saved',
  },
  Post: {
    owner: 'authorId',
    export: { section: 'posts' },
    deletion: 'in parts',
    demoReset: 'removed',
    backup: 'saved',
  },
  PostSearch: { through: 'Post', export: { leftOut: 'derived from the posts' }, backup: 'saved' },
  PostKey: {
    owner: 'authorId',
    export: { leftOut: 'an idempotency key, which a client uses for a day' },
    deletion: 'by cascade',
    demoReset: 'removed',
    backup: 'saved',
  },
  Like: {
    owner: 'userId',
    export: { section: 'likes' },
    deletion: 'in parts',
    demoReset: 'removed',
    backup: 'saved',
  },
  // Media files are removed after their rows.
  Media: {
    owner: 'ownerId',
    export: { section: 'uploads' },
    deletion: 'by cascade',
    demoReset: 'removed',
    backup: 'saved',
  },
  Session: {
    owner: 'userId',
    export: { section: 'sessions' },
    deletion: 'first',
    demoReset: 'removed',
    backup: { leftOut: 'signs in, and the secret is in the same file' },
  },
  Account: {
    owner: 'userId',
    export: { section: 'identities' },
    deletion: 'first',
    demoReset: 'removed',
    backup: 'saved',
  },
  Passkey: {
    owner: 'userId',
    export: { section: 'passkeys', select: { name: true, createdAt: true }, orderBy: 'id' },
    deletion: 'first',
    demoReset: 'removed',
    backup: 'saved',
  },
  TwoFactor: {
    owner: 'userId',
    export: { section: 'account' },
    deletion: 'first',
    demoReset: 'removed',
    backup: 'saved',
  },
  RecoveryCode: { through: 'TwoFactor', export: { leftOut: 'signs in' }, backup: 'saved' },
  MailLink: {
    owner: 'userId',
    export: { leftOut: 'signs in' },
    deletion: 'first',
    demoReset: 'removed',
    backup: { leftOut: 'signs in' },
  },
  // JSON of better-auth's passkey challenges and of authorization requests to a provider.
  Verification: {
    within: 'value',
    export: { leftOut: 'an unfinished sign-in' },
    deletion: 'first',
    demoReset: 'removed',
    backup: { leftOut: 'an unfinished sign-in' },
  },
} as const satisfies { [M in Model]: Entry<M> }

type Entries = typeof accountData
type TablesWith<Property> = { [T in Model]: Entries[T] extends Property ? T : never }[Model]
type Deletion = AccountRows<Model>['deletion']

/** A table with a column that contains the owner's id. */
export type AccountTable = TablesWith<{ deletion: Deletion }>
export type TableDeletedInParts = TablesWith<{ deletion: 'in parts' }>
/** A table that the export lists by the `select` of its entry. */
export type SelectedTable = TablesWith<{ export: { select: object } }>
type SectionOf<E> = E extends { export: { section: infer Section } } ? Section : never
export type HandWrittenSection = SectionOf<Entries[Exclude<Model, SelectedTable>]>

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
