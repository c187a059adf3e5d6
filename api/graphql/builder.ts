import SchemaBuilder from '@pothos/core'
import ComplexityPlugin from '@pothos/plugin-complexity'
import RelayPlugin from '@pothos/plugin-relay'
import ScopeAuthPlugin from '@pothos/plugin-scope-auth'
import ValidationPlugin from '@pothos/plugin-validation'
import type { Context } from '#api/context.ts'
import { AppError } from '#api/lib/errors.ts'
import { type NodeType, toPublicId } from '#api/lib/ids.ts'
import { messages } from '#rules/messages.ts'
import { appErrors, toInputError } from './app-errors.ts'
import { cost, MUTATION_COST } from './cost.ts'
import { readGlobalId, resolveNodes } from './nodes.ts'
import { relayFields } from './relay-fields.ts'

interface SchemaTypes {
  Context: Context
  DefaultFieldNullability: false
  DefaultEdgesNullability: false
  DefaultNodeNullability: false
  Scalars: {
    DateTime: { Input: never; Output: Date | string }
    ID: { Input: string; Output: string }
  }
  AuthScopes: { actor: boolean }
}

/** Each feature adds its own types and fields. */
export const builder = new SchemaBuilder<SchemaTypes>({
  plugins: [
    relayFields,
    appErrors,
    ScopeAuthPlugin,
    ComplexityPlugin,
    RelayPlugin,
    ValidationPlugin,
  ],
  defaultFieldNullability: false,
  scopeAuth: {
    authScopes: ({ viewer }) => ({ actor: viewer !== null }),
    unauthorizedError: () => new AppError('UNAUTHENTICATED', messages.signInFirst),
  },
  complexity: { fieldComplexity: cost },
  validation: { validationError: toInputError },
  relay: {
    clientMutationId: 'omit',
    cursorType: 'String',
    nodesOnConnection: true,
    encodeGlobalID: (type, id) => toPublicId(type as NodeType, String(id)),
    decodeGlobalID: readGlobalId,
    nodesQueryOptions: { resolve: resolveNodes },
    relayMutationFieldOptions: { complexity: MUTATION_COST },
  },
})

builder.scalarType('DateTime', {
  description: 'A point in time in ISO 8601 format: 2026-11-21T09:30:00.000Z',
  // Most values are derived from ids and already have this format.
  serialize: (value) =>
    typeof value === 'string' && value.endsWith('Z') ? value : new Date(value).toISOString(),
})

builder.queryType()
/** Mutations need a viewer, unless a field sets `skipTypeScopes`. */
builder.mutationType({ authScopes: { actor: true } })
