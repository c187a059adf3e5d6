import { isModerator } from '#api/actor.ts'
import type { Context } from '#api/context.ts'
import { inOrderOf } from '#api/database/in-order-of.ts'
import { idPage } from '#api/graphql/id-page.ts'
import type { PageArguments } from '#api/graphql/page.ts'
import { type Identifier, whereIdentifier } from '../auth/common/account-input.ts'

/** Reads a page of the sign-ups that wait for a decision, oldest first. */
export function applicationsPage(args: PageArguments, context: Context) {
  return idPage({
    list: 'applications',
    args,
    context,
    oldestFirst: true,
    find: (query) => context.database.application.findMany(query),
  })
}

/** Reads applications by id, for moderators; null for others. */
export async function applicationsById(
  ids: readonly string[],
  { database, viewer }: Pick<Context, 'database' | 'viewer'>,
) {
  if (!isModerator({ viewer })) return ids.map(() => null)
  const rows = await database.application.findMany({ where: { id: { in: [...ids] } } })
  return inOrderOf(ids, rows)
}

/** The application that someone tries to sign in to. */
export function findApplicant(
  { database }: Pick<Context, 'database'>,
  identifier: Identifier,
): Promise<{ id: string; password: string | null } | null> {
  if (identifier.type === 'invalid') return Promise.resolve(null)
  const where = whereIdentifier(identifier)
  return database.application.findUnique({ where, select: { id: true, password: true } })
}
