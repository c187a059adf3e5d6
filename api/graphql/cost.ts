import { type GraphQLField, GraphQLID, getNamedType } from 'graphql'
import type { Context } from '#api/context.ts'
import { limits } from '#rules/limits.ts'

/** The limit of one operation. A field costs 1, times the number of rows that can contain it. */
export const MAX_COST = 5_000
/** Of a field that follows from the row and the caller: every page may ask for it. */
export const NO_COST = 0
/** A nested page runs one statement per parent row. */
const PAGE_COST = 25
/**
 * A search scans far more rows than it returns, and even more with a cursor or from the end. The
 * limit allows three first pages, or one other page.
 */
const SEARCH_COST = { firstPage: 1_250, otherPage: 2_500 }
/** A mutation takes locks, writes, and updates rate limits. */
export const MUTATION_COST = 100

const { pageSize } = limits

/**
 * The cost of a field, and the multiplier of its selection: the page size or the number of ids in
 * its lists. An invalid size counts as the largest one, so that the caller gets the error about it.
 */
export function cost(
  args: Record<string, unknown>,
  _context: Context,
  field: GraphQLField<unknown, Context>,
) {
  const isConnection = field.args.some(({ name }) => name === 'first')
  if (isConnection)
    return {
      field: PAGE_COST + searchCost(args),
      multiplier: Math.min(
        pageSize.max,
        Math.abs(Number(args.first ?? args.last ?? pageSize.default)),
      ),
    }
  return { field: 1, multiplier: Math.max(1, idsIn(args, field)) }
}

function idsIn(args: Record<string, unknown>, field: GraphQLField<unknown, Context>): number {
  const lists = field.args
    .filter(({ type }) => getNamedType(type) === GraphQLID)
    .map(({ name }) => args[name])
    .filter((value) => Array.isArray(value))
  return lists.flat().length
}

function searchCost({ query, last, after, before }: Record<string, unknown>): number {
  if (query === undefined) return 0
  return last == null && after == null && before == null
    ? SEARCH_COST.firstPage
    : SEARCH_COST.otherPage
}
