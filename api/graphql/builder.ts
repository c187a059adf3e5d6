import SchemaBuilder from '@pothos/core'
import ComplexityPlugin from '@pothos/plugin-complexity'
import RelayPlugin from '@pothos/plugin-relay'
import ScopeAuthPlugin from '@pothos/plugin-scope-auth'
import ValidationPlugin from '@pothos/plugin-validation'
import { GraphQLError } from 'graphql'
import * as z from 'zod/mini'
import { moderatorOf } from '#api/actor.ts'
import type { Context } from '#api/context.ts'
import { AppError } from '#api/lib/errors.ts'
import { toPublicId } from '#api/lib/ids.ts'
import { appErrors, toInputError } from './app-errors.ts'
import { cost, MUTATION_COST } from './cost.ts'
import { idTypeOf, readGlobalId, resolveNodes } from './nodes.ts'
import { relayFields } from './relay-fields.ts'
import { tokenScopes } from './token-scopes.ts'

interface SchemaTypes {
  Context: Context
  DefaultFieldNullability: false
  DefaultEdgesNullability: false
  DefaultNodeNullability: false
  Scalars: {
    DateTime: { Input: Date; Output: Date | string }
    ID: { Input: string; Output: string }
  }
  AuthScopes: { actor: boolean; moderator: boolean }
}

/** Each feature adds its own types and fields. */
export const builder = new SchemaBuilder<SchemaTypes>({
  plugins: [
    relayFields,
    appErrors,
    tokenScopes,
    ScopeAuthPlugin,
    ComplexityPlugin,
    RelayPlugin,
    ValidationPlugin,
  ],
  defaultFieldNullability: false,
  scopeAuth: {
    authScopes: (context) => ({
      actor: context.viewer !== null,
      // It throws the reason itself: nobody, a member, or a suspended moderator.
      moderator: () => moderatorOf(context) !== null,
    }),
    unauthorizedError: () => new AppError('UNAUTHENTICATED', 'SIGN_IN_FIRST'),
  },
  complexity: { fieldComplexity: cost },
  validation: { validationError: toInputError },
  relay: {
    clientMutationId: 'omit',
    cursorType: 'String',
    nodesOnConnection: true,
    encodeGlobalID: (type, id) => toPublicId(idTypeOf(type), String(id)),
    decodeGlobalID: readGlobalId,
    nodesQueryOptions: { resolve: resolveNodes },
    relayMutationFieldOptions: { complexity: MUTATION_COST },
  },
})

const dateTime = z.iso.datetime({ offset: true })

builder.scalarType('DateTime', {
  description: 'A point in time in ISO 8601 format: 2026-11-21T09:30:00.000Z',
  // Most values are derived from ids and already have this format.
  serialize: (value) =>
    typeof value === 'string' && value.endsWith('Z') ? value : new Date(value).toISOString(),
  parseValue: parseDateTime,
})

function parseDateTime(value: unknown): Date {
  const { success, data } = dateTime.safeParse(value)
  if (!success) throw new GraphQLError('A DateTime is a point in time in ISO 8601 format.')
  return new Date(data)
}

builder.queryType()
builder.subscriptionType()
/** Mutations need a viewer, unless a field sets `skipTypeScopes`. */
builder.mutationType({ authScopes: { actor: true } })
