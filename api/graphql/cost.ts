import type { GraphQLField } from 'graphql'
import type { Context } from '#api/context.ts'
import { limits } from '#rules/limits.ts'

/** What an operation may cost in all: a field is 1, times the rows that it may come in. */
export const MAX_COST = 5_000
/** A page is a statement of its own for each row that it hangs on. */
const PAGE_COST = 25
/**
 * A search looks through much more than it shows, and through more still from the end or from a place far down. Of a million posts
 * that is most of what any operation costs, so there are three of the one kind at most, and one of the other.
 */
const SEARCH_COST = { fromTheTop: 1_250, elsewhere: 2_500 }
/** A long text takes as much time to send as several short fields. */
export const CONTENT_COST = 5
/** A change costs more than a field: it locks, writes and counts against an account's limits. */
export const MUTATION_COST = 100

const { pageSize } = limits

/**
 * What a field costs, and by how much that of its selection is multiplied: a page by its size, a list of ids by its length.
 * A size that will be refused counts as the largest, so that the caller reads what is wrong with it and not that it costs too much.
 */
export function cost(
  args: Record<string, unknown>,
  _context: Context,
  field: GraphQLField<unknown, Context>,
) {
  const takesPages = field.args.some(({ name }) => name === 'first')
  if (takesPages)
    return {
      field: PAGE_COST + searchCost(args),
      multiplier: Math.min(
        pageSize.max,
        Math.abs(Number(args.first ?? args.last ?? pageSize.default)),
      ),
    }
  return { field: 1, multiplier: Array.isArray(args.ids) ? args.ids.length : 1 }
}

function searchCost({ query, last, after, before }: Record<string, unknown>): number {
  if (query === undefined) return 0
  return last == null && after == null && before == null
    ? SEARCH_COST.fromTheTop
    : SEARCH_COST.elsewhere
}
