import { AppError } from '#api/lib/errors.ts'
import { limits } from '#rules/limits.ts'
import type { Cursors } from './cursor.ts'

export interface PageArguments {
  first?: number | null | undefined
  last?: number | null | undefined
  after?: string | null | undefined
  before?: string | null | undefined
}

/** The part of a list that is asked for: so many rows after or before a place, or both. */
export interface Page {
  size: number
  /** Whether the rows are counted from the end of the list. */
  backwards: boolean
  after: Buffer | null
  before: Buffer | null
}

/** @throws AppError BAD_INPUT for a size out of bounds, both sizes, or what is no cursor of the list */
export function readPage({ first, last, after, before }: PageArguments, cursors: Cursors): Page {
  if (first != null && last != null)
    throw new AppError('BAD_INPUT', 'Give either first or last, not both.', { field: 'last' })
  return {
    size: size(first, 'first') ?? size(last, 'last') ?? limits.pageSize.default,
    backwards: last != null || (before != null && first == null && after == null),
    after: after == null ? null : cursors.decode(after, 'after'),
    before: before == null ? null : cursors.decode(before, 'before'),
  }
}

function size(count: number | null | undefined, field: string): number | null {
  if (count == null) return null
  const { min, max } = limits.pageSize
  if (count >= min && count <= max) return count
  throw new AppError('BAD_INPUT', `${field} can be ${min} to ${max}.`, { field })
}

class Edge<Row> {
  readonly node: Row
  readonly #cursorOf: (row: Row) => string

  constructor(node: Row, cursorOf: (row: Row) => string) {
    this.node = node
    this.#cursorOf = cursorOf
  }

  get cursor(): string {
    return this.#cursorOf(this.node)
  }
}

/** Its cursors belong to the class: an object with accessors of its own keeps what they refer to alive until the whole heap is swept. */
class PageInfo {
  readonly hasPreviousPage: boolean
  readonly hasNextPage: boolean
  readonly #edges: readonly { readonly cursor: string }[]

  constructor(
    { backwards, after, before }: Page,
    more: boolean,
    edges: readonly { readonly cursor: string }[],
  ) {
    this.hasPreviousPage = backwards ? more : after !== null
    this.hasNextPage = backwards ? before !== null : more
    this.#edges = edges
  }

  get startCursor(): string | null {
    return this.#edges[0]?.cursor ?? null
  }

  get endCursor(): string | null {
    return this.#edges.at(-1)?.cursor ?? null
  }
}

/**
 * The page as Relay describes it. Cursors are made only when they are read.
 * @param rows one more than the page's size where there are more, in the order in which they were counted
 */
export function connection<Row>(
  rows: readonly Row[],
  page: Page,
  cursors: Cursors,
  placeOf: (row: Row) => Buffer,
) {
  const more = rows.length > page.size
  const shown = rows.slice(0, page.size)
  if (page.backwards) shown.reverse()
  const cursorOf = (row: Row) => cursors.encode(placeOf(row))
  const edges = shown.map((row) => new Edge(row, cursorOf))
  return { edges, pageInfo: new PageInfo(page, more, edges) }
}
