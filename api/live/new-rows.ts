import { isNew, type LivePosition, positionAt } from './position.ts'

/** Reads the rows after an id, oldest first, at most as many as a page has. */
type ReadAfter<Row> = (after: string) => Promise<readonly Row[]>

interface NewRowsOptions<Row> {
  /** The UUIDv7 by which the rows are ordered. */
  idOf: (row: Row) => string
  pageSize: number
}

/** Follows a list that grows: each call returns the rows that are new since the one before. */
export class NewRows<Row> {
  readonly #options: NewRowsOptions<Row>
  #position: LivePosition

  private constructor(newest: Row | undefined, options: NewRowsOptions<Row>) {
    this.#options = options
    this.#position = positionAt(newest && options.idOf(newest), new Set())
  }

  /** @param newest the newest row at present; undefined in an empty list */
  static async startAt<Row>(
    newest: Row | undefined,
    readAfter: ReadAfter<Row>,
    options: NewRowsOptions<Row>,
  ): Promise<NewRows<Row>> {
    const rows = new NewRows(newest, options)
    await rows.read(readAfter)
    return rows
  }

  /** @returns new rows, oldest first */
  async read(readAfter: ReadAfter<Row>): Promise<Row[]> {
    const { idOf, pageSize } = this.#options
    const rows: Row[] = []
    let page: readonly Row[]
    let after = this.#position.from
    do {
      page = await readAfter(after)
      rows.push(...page)
      after = page.map(idOf).at(-1) ?? after
    } while (page.length === pageSize)
    const added = rows.filter((row) => isNew(idOf(row), this.#position))
    const newest = rows.at(-1)
    if (newest) this.#position = this.#moved(positionAt(idOf(newest), new Set(rows.map(idOf))))
    return added
  }

  /** A position never moves back: what was sent before the newest row left would be new again. */
  #moved({ from, known }: LivePosition): LivePosition {
    const latest = from > this.#position.from ? from : this.#position.from
    return { from: latest, known }
  }
}
