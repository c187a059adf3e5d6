import type { Prisma } from './generated/prisma/client.ts'

type Model = Prisma.ModelName
type Column<M extends Model> = keyof Prisma.TypeMap['model'][M]['payload']['scalars'] & string
type Select<M extends Model> = NonNullable<
  Prisma.TypeMap['model'][M]['operations']['findMany']['args']['select']
>

interface LeftOut {
  /** The reason. */
  leftOut: string
}

/** The export shows what an account owns, never rows of other members about it, such as who blocked it. */
type Exported<M extends Model> =
  | LeftOut
  /** A section of `data.json` that `features/export` writes by hand. */
  | { section: string }
  /** A list of what is selected, in the order of `by`, which is unique among the rows of an account. */
  | { section: string; select: Select<M>; by: Column<M> }

interface EntryOf<M extends Model> {
  export: Exported<M>
  backup: 'saved' | LeftOut
}

interface OwnRows<M extends Model> extends EntryOf<M> {
  /**
   * `first`: the row signs in or names the person, or no foreign key removes it. `by cascade`: with the row of the account.
   * `in parts`: there may be very many rows, and `features/auth/empty-account.write.ts` has a statement that removes some.
   */
  deletion: 'first' | 'in parts' | 'by cascade'
  demoReset: 'removed' | 'kept'
}

type Entry<M extends Model> =
  /** The column has the account's id. */
  | (OwnRows<M> & { owner: Column<M> })
  /** The account's id is somewhere in the column's text. */
  | (OwnRows<M> & { within: Column<M>; deletion: 'first' })
  /** A row belongs to a row of another table, and is deleted with it by cascade. */
  | (EntryOf<M> & { through: Model })

/**
 * What belongs to an account, table by table. The export, the deletion of an account, the reset of the demo user and the backup read it.
 * How to add a table: docs/accounts.md.
 */
export const accountData = {
  // A reset keeps the row and restores what visitors can change of it.
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
    export: { leftOut: 'an idempotency key, of use for a day to the program that made it' },
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
  // The files of pictures are removed once the rows are gone.
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
    export: { section: 'passkeys', select: { name: true, createdAt: true }, by: 'id' },
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
  // JSON of passkey challenges, which better-auth writes, and of authorization requests to a provider.
  Verification: {
    within: 'value',
    export: { leftOut: 'a sign-in under way' },
    deletion: 'first',
    demoReset: 'removed',
    backup: { leftOut: 'a sign-in under way' },
  },
} as const satisfies { [M in Model]: Entry<M> }

type Entries = typeof accountData
type TablesWith<Property> = { [T in Model]: Entries[T] extends Property ? T : never }[Model]
type Deletion = OwnRows<Model>['deletion']

/** A table whose rows name the account they belong to. */
export type OwnTable = TablesWith<{ deletion: Deletion }>
export type TableRemovedInParts = TablesWith<{ deletion: 'in parts' }>
/** A table that the export lists by what its entry selects. */
export type ListedTable = TablesWith<{ export: { select: object } }>
type SectionOf<E> = E extends { export: { section: infer Section } } ? Section : never
export type HandWrittenSection = SectionOf<Entries[Exclude<Model, ListedTable>]>

export const ownTables = (Object.keys(accountData) as Model[]).filter(
  (table): table is OwnTable => 'deletion' in accountData[table],
)

export function tablesDeleted<When extends Deletion>(when: When): TablesWith<{ deletion: When }>[] {
  return ownTables.filter(
    (table): table is TablesWith<{ deletion: When }> => accountData[table].deletion === when,
  )
}

export function tablesResetForDemo(): OwnTable[] {
  return ownTables.filter((table) => accountData[table].demoReset === 'removed')
}
