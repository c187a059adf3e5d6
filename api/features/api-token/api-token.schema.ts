import { consumeWriteLimit, memberOf } from '#api/actor.ts'
import type { Context } from '#api/context.ts'
import type { ApiToken } from '#api/database/generated/prisma/client.ts'
import { builder } from '#api/graphql/builder.ts'
import { inputOf } from '#api/graphql/inputs.ts'
import { withUserErrors } from '#api/graphql/payload.ts'
import { fromPublicId, isoTimeOf } from '#api/lib/ids.ts'
import * as fields from '#rules/fields.ts'
import { limits } from '#rules/limits.ts'
import { tokenScopes } from '#rules/token-scopes.ts'
import { UserNode } from '../user/user.type.ts'
import { checkToken, tokenNotFound } from './api-token.rules.ts'
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
  return ids.map((id) => rows.find((row) => row.id === id) ?? null)
}

builder.objectField(UserNode, 'apiTokens', (t) =>
  t.field({
    type: [ApiTokenNode],
    nullable: true,
    complexity: { field: 1, multiplier: limits.apiTokens },
    description: 'The viewer’s API tokens, newest first. Null for everyone else.',
    resolve: ({ id: userId }, _args, { viewer, database }) =>
      viewer?.id === userId && !viewer.isDemo
        ? database.apiToken.findMany({ where: { userId }, orderBy: { id: 'desc' } })
        : null,
  }),
)

withUserErrors(
  builder.relayMutationField(
    'createApiToken',
    {
      validate: inputOf({ name: fields.apiTokenName }),
      inputFields: (t) => ({
        name: t.string({ required: true, description: 'Up to 50 characters.' }),
        scopes: t.stringList({ required: true, description: `Any of ${tokenScopes.join(', ')}.` }),
        expiresAt: t.field({
          type: 'DateTime',
          description: 'Absent or null: until it is revoked.',
        }),
      }),
    },
    {
      description: 'Creates an API token. Not with a token.',
      resolve: async (_root, { input: { name, ...input } }, context) => {
        const { id: userId } = memberOf(context)
        await consumeWriteLimit(context, 'apiToken')
        return createApiToken(context, { userId, name, ...checkToken(input) })
      },
    },
    {
      outputFields: (t) => ({
        apiToken: t.field({
          type: ApiTokenNode,
          nullable: true,
          resolve: ({ apiToken }) => apiToken,
        }),
        secret: t.string({
          nullable: true,
          description: 'For `Authorization: Bearer`. It is never shown again.',
          resolve: ({ secret }) => secret,
        }),
      }),
    },
  ),
)

withUserErrors(
  builder.relayMutationField(
    'revokeApiToken',
    { inputFields: (t) => ({ apiTokenId: t.id({ required: true }) }) },
    {
      description: 'Ends an API token at once. Also for suspended accounts. Not with a token.',
      resolve: async (_root, { input }, context) => {
        const options = { mayBeSuspended: true }
        const { id: userId } = memberOf(context, options)
        const key = fromPublicId(String(input.apiTokenId))
        if (key?.type !== 'ApiToken') throw tokenNotFound()
        await consumeWriteLimit(context, 'apiToken', options)
        return { apiToken: await revokeApiToken(context, userId, key.uuid) }
      },
    },
    {
      outputFields: (t) => ({
        apiToken: t.field({
          type: ApiTokenNode,
          nullable: true,
          description: 'The token, which no longer works.',
          resolve: ({ apiToken }) => apiToken,
        }),
      }),
    },
  ),
)
