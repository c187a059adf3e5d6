import { AppError } from '#api/lib/errors.ts'
import { limits } from '#rules/limits.ts'
import type { Cursors } from './cursor.ts'

export interface PageArguments {
  first?: number | null | undefined
  last?: number | null | undefined
  after?: string | null | undefined
  before?: string | null | undefined
}

/** The requested part of a list. */
export interface Page {
  size: number
  /** Whether `size` counts from the end of the list. */
  backwards: boolean
  after: Buffer | null
  before: Buffer | null
}

/** @throws AppError BAD_INPUT for an invalid size, both sizes, or an invalid cursor */
export function readPage({ first, last, after, before }: PageArguments, cursors: Cursors): Page {
  if (first != null && last != null)
    throw new AppError('BAD_INPUT', 'FIRST_OR_LAST', { field: 'last' })
  return {
    size: readSize(first, 'first') ?? readSize(last, 'last') ?? limits.pageSize.default,
    backwards: last != null || (before != null && first == null && after == null),
    after: after == null ? null : cursors.decode(after, 'after'),
    before: before == null ? null : cursors.decode(before, 'before'),
  }
}

export function isPageSize(count: unknown): boolean {
  const { min, max } = limits.pageSize
  return typeof count === 'number' && count >= min && count <= max
}

function readSize(count: number | null | undefined, field: string): number | null {
  if (count == null) return null
  if (isPageSize(count)) return count
  const { min, max } = limits.pageSize
  throw new AppError('BAD_INPUT', 'INPUT_INVALID', {
    message: `${field} can be ${min} to ${max}.`,
    field,
  })
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

/** A class, because accessors of an object literal keep their closures alive until a full GC. */
class PageInfo {
  readonly hasPreviousPage: boolean
  readonly hasNextPage: boolean
  readonly #edges: readonly { readonly cursor: string }[]

  constructor(
    { backwards, after, before }: Page,
    hasMore: boolean,
    edges: readonly { readonly cursor: string }[],
  ) {
    this.hasPreviousPage = backwards ? hasMore : after !== null
    this.hasNextPage = backwards ? before !== null : hasMore
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
 * A Relay connection that computes cursors lazily.
 * @param rows up to one row beyond the page, which shows that the list continues
 */
export function connection<Row>(
  rows: readonly Row[],
  page: Page,
  cursors: Cursors,
  positionOf: (row: Row) => Buffer,
) {
  const hasMore = rows.length > page.size
  const pageRows = rows.slice(0, page.size)
  if (page.backwards) pageRows.reverse()
  const cursorOf = (row: Row) => cursors.encode(positionOf(row))
  const edges = pageRows.map((row) => new Edge(row, cursorOf))
  return { edges, pageInfo: new PageInfo(page, hasMore, edges) }
}
