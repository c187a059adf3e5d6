import { isOwner } from '#api/actor.ts'
import type { Context } from '#api/context.ts'
import type { ApiToken } from '#api/database/generated/prisma/client.ts'
import { inOrderOf } from '#api/database/in-order-of.ts'
import { builder } from '#api/graphql/builder.ts'
import { inputOf } from '#api/graphql/inputs.ts'
import { mutation } from '#api/graphql/mutation.ts'
import { upTo } from '#api/graphql/response-bytes.ts'
import { isoTimeOf } from '#api/lib/ids.ts'
import * as fields from '#rules/fields.ts'
import { limits } from '#rules/limits.ts'
import { tokenScopes } from '#rules/token-scopes.ts'
import { UserNode } from '../user/user.type.ts'
import { checkToken, parseTokenId } from './api-token.rules.ts'
import { createApiToken, revokeApiToken } from './api-token.write.ts'

// Nothing here has a scope: tokens cannot reach tokens.

const ApiTokenNode = builder.node(builder.objectRef<ApiToken>('ApiToken'), {
  id: { resolve: ({ id }) => id },
  description: 'A secret with which programs act as the viewer. Only visible to its owner.',
  isTypeOf: (value) => typeof value === 'object' && value !== null && 'lastUsedAt' in value,
  loadMany: (ids, context) => apiTokensById(ids, context),
  fields: (t) => ({
    name: t.exposeString('name'),
    scopes: t.exposeStringList('scopes', {
      description: `What it can do beyond reading what anonymous callers read: ${tokenScopes.join(', ')}.`,
    }),
    createdAt: t.field({ type: 'DateTime', resolve: ({ id }) => isoTimeOf(id) }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Null if it works until it is revoked.',
    }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'To the minute. Null if it was never used.',
    }),
  }),
})

/** Reads the viewer's own tokens by id, in the same order. Null for others. */
async function apiTokensById(
  ids: readonly string[],
  { viewer, database }: Context,
): Promise<(ApiToken | null)[]> {
  if (!viewer || viewer.isDemo) return ids.map(() => null)
  const where = { id: { in: [...ids] }, userId: viewer.id }
  const rows = await database.apiToken.findMany({ where })
  return inOrderOf(ids, rows)
}

builder.objectField(UserNode, 'apiTokens', (t) =>
  t.field({
    type: [ApiTokenNode],
    nullable: true,
    complexity: { field: 1, multiplier: limits.apiTokens },
    description: 'The viewer’s API tokens, newest first. Null for everyone else.',
    resolve: ({ id: userId }, _args, context) =>
      isOwner(userId, context)
        ? context.database.apiToken.findMany({ where: { userId }, orderBy: { id: 'desc' } })
        : null,
  }),
)

mutation({
  name: 'createApiToken',
  description: 'Creates an API token. Not with a token.',
  needs: 'member',
  limit: 'apiToken',
  validate: inputOf({ name: fields.apiTokenName }),
  input: (t) => ({
    name: t.string({ required: true, description: 'Up to 50 characters.' }),
    scopes: t.stringList({ required: true, description: `Any of ${tokenScopes.join(', ')}.` }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'Absent or null: until it is revoked.',
    }),
  }),
  write: ({ name, ...input }, { actor, context }) =>
    createApiToken(context, { userId: actor.id, name, ...checkToken(input) }),
  returns: (t) => ({
    apiToken: t.expose('apiToken', { type: ApiTokenNode, nullable: true }),
    secret: t.exposeString('secret', {
      extensions: upTo(320),
      nullable: true,
      description: 'For `Authorization: Bearer`. It is never shown again.',
    }),
  }),
})

mutation({
  name: 'revokeApiToken',
  description: 'Ends an API token at once. Also for suspended accounts. Not with a token.',
  needs: 'member',
  whileSuspended: true,
  limit: 'apiToken',
  input: (t) => ({ apiTokenId: t.id({ required: true }) }),
  write: async ({ apiTokenId }, { actor, context }) => ({
    apiToken: await revokeApiToken(context, actor.id, parseTokenId(apiTokenId)),
  }),
  returns: (t) => ({
    apiToken: t.expose('apiToken', {
      type: ApiTokenNode,
      nullable: true,
      description: 'The token, which no longer works.',
    }),
  }),
})
