import { Prisma } from '#api/database/generated/prisma/client.ts'
import { MAX_UUID, NIL_UUID } from '#api/lib/ids.ts'
import type { UserListPage } from '../user/user.page.ts'
import { MATCH_CLASSES } from './search.read.ts'
import type { SearchQuery } from './search-query.ts'

interface UserPosition {
  matchClass: number
  id: string
}

const FIRST: UserPosition = { matchClass: MATCH_CLASSES.whole, id: NIL_UUID }
const LAST: UserPosition = { matchClass: MATCH_CLASSES.within, id: MAX_UUID }

/** SQL for the users whose names contain all words, best match first. */
export function userSearchRows(
  { whole, start, within }: SearchQuery,
  { after, before, backwards, limit, viewerId }: UserListPage,
): Prisma.Sql {
  const from = parsePosition(backwards ? before : after) ?? (backwards ? LAST : FIRST)
  const end = parsePosition(backwards ? after : before)
  const isBeforeEnd = end
    ? Prisma.sql`WHERE (u."class", u."userId") ${Prisma.raw(backwards ? '>' : '<')}
        (${end.matchClass}::int, ${end.id}::uuid)`
    : Prisma.empty
  return Prisma.sql`
    SELECT u."userId", u."class" || '/' || u."userId" AS "position"
    FROM search_listed_users(
      ${viewerId}::uuid,
      ${whole.patterns}::text[], ${whole.grams}::int[],
      ${start.patterns}::text[], ${start.grams}::int[],
      ${within.patterns}::text[], ${within.grams}::int[],
      ${from.matchClass}::int, ${from.id}::uuid, ${backwards}, ${limit}::int
    ) u ${isBeforeEnd}`
}

function parsePosition(position: string | null): UserPosition | null {
  if (position === null) return null
  const [matchClass, id = ''] = position.split('/')
  return { matchClass: Number(matchClass), id }
}
