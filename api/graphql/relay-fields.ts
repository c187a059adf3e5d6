import SchemaBuilder, {
  BasePlugin,
  type PothosOutputFieldConfig,
  type SchemaTypes,
} from '@pothos/core'
import { defaultFieldResolver } from 'graphql'
import { isNodeType, toPublicId } from '#api/lib/ids.ts'
import { shareable } from './cacheable.ts'

/** Fields that the relay plugin generates. Features may add others to these types. */
const GENERATED_FIELDS: readonly [typeSuffix: string, fields: readonly string[]][] = [
  ['Connection', ['edges', 'nodes', 'pageInfo']],
  ['Edge', ['cursor', 'node']],
  ['PageInfo', ['startCursor', 'endCursor', 'hasNextPage', 'hasPreviousPage']],
]
/** Their resolvers only return a property. Compiled operations read it faster without one. */
const PROPERTY_FIELDS = new Set(['edges', 'pageInfo', 'node'])

/**
 * Declares ids and connection fields shareable, and replaces slow resolvers: the relay plugin
 * creates a promise for each id and calls a function for each edge.
 */
class RelayFieldsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(
    field: PothosOutputFieldConfig<Types>,
  ): PothosOutputFieldConfig<Types> {
    const { name, parentType } = field
    const extensions = { ...field.extensions, ...shareable }
    if (name === 'id' && isNodeType(parentType)) {
      return {
        ...field,
        extensions,
        resolve: (node) => toPublicId(parentType, (node as { id: string }).id),
      }
    }
    const fields = GENERATED_FIELDS.find(([suffix]) => parentType.endsWith(suffix))?.[1] ?? []
    if (!fields.includes(name)) return field
    return {
      ...field,
      extensions,
      ...(PROPERTY_FIELDS.has(name) && { resolve: defaultFieldResolver }),
    }
  }
}

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      relayFields: RelayFieldsPlugin<Types>
    }
  }
}

export const relayFields = 'relayFields'
SchemaBuilder.registerPlugin(relayFields, RelayFieldsPlugin)
