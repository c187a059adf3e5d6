import { isOwner } from '#api/actor.ts'
import type { Context } from '#api/context.ts'
import { toGraphQLError } from '#api/graphql/app-errors.ts'
import { builder } from '#api/graphql/builder.ts'
import { shareable } from '#api/graphql/cacheable.ts'
import { upTo } from '#api/graphql/response-bytes.ts'
import { loadedWith } from '#api/graphql/token-scopes.ts'
import { AppError } from '#api/lib/errors.ts'
import { DEMO_USER_UUID } from '#api/lib/ids.ts'
import { limits } from '#rules/limits.ts'
import { userReads } from './user.read.ts'
import type { AuthorRow, UserRow } from './user.row.ts'

/** The demo user's row stays in the database while the setting is off. */
export function hideDisabledDemoUser(user: UserRow | null, { settings }: Context): UserRow | null {
  return user?.id === DEMO_USER_UUID && !settings.demoUser ? null : user
}

/**
 * Resolves a field that the row of an author lacks.
 * @throws GraphQLError NOT_FOUND when an author was deleted or blocked meanwhile
 */
function ofProfile<Field extends keyof UserRow>(field: Field) {
  return async (user: AuthorRow | UserRow, _args: object, { reads, viewer }: Context) => {
    const row =
      'bio' in user ? user : await userReads(reads.database).byId(user.id, viewer?.id ?? null)
    // The plugin for AppErrors leaves fields without arguments alone.
    if (!row) throw toGraphQLError(new AppError('NOT_FOUND', 'ACCOUNT_NOT_FOUND'))
    return row[field]
  }
}

/** An author's other fields are read only when an operation selects them. */
export const UserNode = builder.node(builder.objectRef<AuthorRow | UserRow>('User'), {
  id: { resolve: ({ id }) => id },
  isTypeOf: (value) => typeof value === 'object' && value !== null && 'username' in value,
  ...loadedWith('read', (ids, context) =>
    Promise.all(
      ids.map(async (id) =>
        hideDisabledDemoUser(
          await userReads(context.reads.database).byId(id, context.viewer?.id ?? null),
          context,
        ),
      ),
    ),
  ),
  fields: (t) => ({
    displayName: t.exposeString('displayName', {
      extensions: { ...shareable, ...upTo(limits.displayNameBytes) },
    }),
    username: t.exposeString('username', { extensions: { ...shareable, ...upTo(64) } }),
    bio: t.string({ nullable: true, scope: 'read', resolve: ofProfile('bio') }),
    avatar: t.exposeString('avatar', {
      nullable: true,
      extensions: { ...shareable, ...upTo(limits.linkLength) },
    }),
    email: t.string({
      extensions: upTo(320),
      scope: 'read:private',
      description: 'Only visible to its owner; null for everyone else.',
      nullable: true,
      resolve: ({ id }, _args, context) =>
        isOwner(id, context) ? emailOf(context.viewer, context) : null,
    }),
    followingCount: t.int({ scope: 'read', resolve: ofProfile('followingCount') }),
    followersCount: t.int({ scope: 'read', resolve: ofProfile('followersCount') }),
    createdAt: t.field({ type: 'DateTime', scope: 'read', resolve: ofProfile('createdAt') }),
    isFollowed: t.boolean({
      description: 'Whether the viewer follows the user; false for anonymous callers.',
      scope: 'read',
      resolve: ofProfile('isFollowed'),
    }),
    followsViewer: t.boolean({
      description: 'Whether the user follows the viewer; false for anonymous callers.',
      scope: 'read',
      resolve: ofProfile('followsViewer'),
    }),
    isMuted: t.boolean({
      description: 'Whether the viewer mutes the user; false for anonymous callers.',
      scope: 'read',
      resolve: ofProfile('isMuted'),
    }),
    isBlocked: t.boolean({
      description: 'Whether the viewer blocks the user; false for anonymous callers.',
      scope: 'read',
      resolve: ofProfile('isBlocked'),
    }),
  }),
})

export const UserConnection = builder.connectionObject({ type: UserNode, name: 'UserConnection' })

const emails = new WeakMap<object, Promise<string | null>>()

/** Cached per request, because each of the viewer's own posts can select it. */
function emailOf(viewer: { id: string }, { database }: Context): Promise<string | null> {
  const cached = emails.get(viewer)
  if (cached) return cached
  // Null when the account was deleted since the request began.
  const email = database.user
    .findUnique({ where: { id: viewer.id }, select: { email: true } })
    .then((user) => user?.email ?? null)
  emails.set(viewer, email)
  return email
}
