import SchemaBuilder from '@pothos/core'
import ComplexityPlugin from '@pothos/plugin-complexity'
import RelayPlugin from '@pothos/plugin-relay'
import ScopeAuthPlugin from '@pothos/plugin-scope-auth'
import ValidationPlugin from '@pothos/plugin-validation'
import type { Context } from '#api/context.ts'
import { AppError } from '#api/lib/errors.ts'
import { type NodeType, toPublicId } from '#api/lib/ids.ts'
import { messages } from '#rules/messages.ts'
import { cost, MUTATION_COST } from './cost.ts'
import { readGlobalId, resolveNodes } from './nodes.ts'
import { inputRefused, refusals } from './refusals.ts'
import { structure } from './structure.ts'

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

/** Knows no feature: each adds its own types and fields. */
export const builder = new SchemaBuilder<SchemaTypes>({
  plugins: [structure, refusals, ScopeAuthPlugin, ComplexityPlugin, RelayPlugin, ValidationPlugin],
  defaultFieldNullability: false,
  scopeAuth: {
    authScopes: ({ viewer }) => ({ actor: viewer !== null }),
    unauthorizedError: () => new AppError('UNAUTHENTICATED', messages.signInFirst),
  },
  complexity: { fieldComplexity: cost },
  validation: { validationError: inputRefused },
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
  description: 'A moment in time, as ISO 8601 writes it: 2026-11-21T09:30:00.000Z',
  // Most come from ids, written so already.
  serialize: (moment) =>
    typeof moment === 'string' && moment.endsWith('Z') ? moment : new Date(moment).toISOString(),
})

builder.queryType()
/** Whoever changes something is somebody, unless a field says `skipTypeScopes`. */
builder.mutationType({ authScopes: { actor: true } })
