import type { Context } from '#api/context.ts'
import type { QueryClient } from '#api/database/client.ts'
import { Prisma } from '#api/database/generated/prisma/client.ts'
import { Cursors } from '#api/graphql/cursor.ts'
import { connection, type Page, type PageArguments, readPage } from '#api/graphql/page.ts'
import { DEMO_USER_UUID } from '#api/lib/ids.ts'
import {
  toUserRow,
  type UserRow,
  type UserStateTuple,
  type UserTuple,
  userState,
  userTuple,
} from './user.row.ts'

interface UserPage {
  /** Identifies the list in its cursors. */
  list: string
  args: PageArguments
  context: Context
  /**
   * SQL for the columns `userId` and `position`, a text that the cursors keep. In page order, up
   * to the limit.
   */
  rows: (page: UserListPage) => Prisma.Sql
}

/** A page whose cursors are positions; null where there is no cursor. */
export interface UserListPage {
  after: string | null
  before: string | null
  backwards: boolean
  viewerId: string | null
  /** How many rows show the page and whether another one follows. */
  limit: number
}

/** The rows of an empty list. */
export const noUsers = Prisma.sql`SELECT NULL::uuid AS "userId", '' AS "position" LIMIT 0`

type PositionedUser = UserRow & { position: string }

/** Reads a page of a list of users, in one statement. Without the demo user while it is off. */
export async function userPage({ list, args, context, rows }: UserPage) {
  const { reads, settings, viewer } = context
  const cursors = new Cursors(settings.authSecret, list)
  const page = readPage(args, cursors)
  const viewerId = viewer?.id ?? null
  // One row in place of the demo user.
  const limit = page.size + (settings.demoUser ? 1 : 2)
  const selected = rows({ ...positionsOf(page), viewerId, limit })
  const users = await readUsers(reads.database, selected, viewerId)
  const listed = settings.demoUser ? users : users.filter(({ id }) => id !== DEMO_USER_UUID)
  return connection(listed, page, cursors, ({ position }) => Buffer.from(position))
}

function positionsOf({ after, before, backwards }: Page) {
  return { after: after?.toString() ?? null, before: before?.toString() ?? null, backwards }
}

async function readUsers(
  database: QueryClient,
  rows: Prisma.Sql,
  viewerId: string | null,
): Promise<PositionedUser[]> {
  // SQL: joins the viewer's follows.
  const [row] = await database.rows<{
    users: [position: string, user: UserTuple, state: UserStateTuple][] | null
  }>`
    SELECT json_agg(
      json_build_array(r."position", ${userTuple}, ${userState(Prisma.sql`${viewerId}::uuid`)})
      ORDER BY r."rank") AS "users"
    FROM (SELECT *, row_number() OVER () AS "rank" FROM (${rows}) r) r
    JOIN "User" a ON a."id" = r."userId"`
  return (
    row?.users?.map(([position, user, state]) => ({ ...toUserRow(user, state), position })) ?? []
  )
}
