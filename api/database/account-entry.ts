import type { Prisma } from './generated/prisma/client.ts'

export type Model = Prisma.ModelName
type Column<M extends Model> = keyof Prisma.TypeMap['model'][M]['payload']['scalars'] & string
type Arguments<M extends Model> = Prisma.TypeMap['model'][M]['operations']['findMany']['args']
type Select<M extends Model> = NonNullable<Arguments<M>['select']>
type Where<M extends Model> = NonNullable<Arguments<M>['where']>

interface LeftOut {
  /** Why the rows are left out. */
  leftOut: string
}

/** Only rows that an account owns, never other accounts' rows about it, such as blocks. */
type Exported<M extends Model> =
  | LeftOut
  /** A section of `data.json` with a function of its own in `features/export`. */
  | { section: string }
  /**
   * A list of the selected columns. `orderBy` is unique among the rows of an account. With a
   * `postId` among them, posts that the account cannot see are left out.
   */
  | { section: string; select: Select<M>; where?: Where<M>; orderBy: Column<M> }

interface EntryOf<M extends Model> {
  export: Exported<M>
  /** By default, a backup saves the rows. */
  backup?: LeftOut
}

/** When the deletion of an account removes the rows. */
export type Deletion =
  /** Before everything else: credentials, names, and rows without a foreign key. */
  | 'first'
  /** In batches, by a statement in `features/auth/account/empty-account.write.ts`. */
  | 'in parts'
  /** With the row of the account. */
  | 'by cascade'
  /** Never: ON DELETE SET NULL and triggers remove the account from them. */
  | 'anonymized'

export interface AccountRows<M extends Model> extends EntryOf<M> {
  deletion: Deletion
  demoReset: 'removed' | 'kept'
  /** Why the owner's column has no foreign key. Only with `first`; a cleanup removes late rows. */
  withoutKey?: string
}

/** How the rows of a table belong to an account. */
export type Entry<M extends Model> =
  /** The column contains the account's id; a deletion also removes rows with it in `subject`. */
  | (AccountRows<M> & { owner: Column<M>; subject?: Column<M> })
  /** The text of the column contains the account's id somewhere. */
  | (AccountRows<M> & { within: Column<M>; deletion: 'first' })
  /** A row belongs to a row of another table, and its foreign key cascades. */
  | (EntryOf<M> & { through: Model })
  /** No row belongs to an account. */
  | (EntryOf<M> & { unowned: true })

/** The entries of some tables. */
export type Entries = { [M in Model]?: Entry<M> }
