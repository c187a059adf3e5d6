import SchemaBuilder, {
  BasePlugin,
  type PothosOutputFieldConfig,
  type SchemaTypes,
} from '@pothos/core'
import { defaultFieldResolver } from 'graphql'
import { isNodeType, toPublicId } from '#api/lib/ids.ts'
import { shareable } from './cacheable.ts'

/** Fields that the relay plugin makes; what a feature adds to these types is not among them. */
const STRUCTURE: readonly [ending: string, fields: readonly string[]][] = [
  ['Connection', ['edges', 'nodes', 'pageInfo']],
  ['Edge', ['cursor', 'node']],
  ['PageInfo', ['startCursor', 'endCursor', 'hasNextPage', 'hasPreviousPage']],
]
/** Those of them whose resolvers only return the property of the same name, which a compiled operation reads faster by itself. */
const PROPERTIES = new Set(['edges', 'pageInfo', 'node'])

/**
 * The ids of nodes and the fields of pages: all are shareable, and as few as possible have a resolver. The relay plugin makes a promise
 * for every id, and a call for every edge.
 */
class StructurePlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
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
    const fields = STRUCTURE.find(([ending]) => parentType.endsWith(ending))?.[1] ?? []
    if (!fields.includes(name)) return field
    return { ...field, extensions, ...(PROPERTIES.has(name) && { resolve: defaultFieldResolver }) }
  }
}

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      structure: StructurePlugin<Types>
    }
  }
}

export const structure = 'structure'
SchemaBuilder.registerPlugin(structure, StructurePlugin)
