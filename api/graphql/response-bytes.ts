import SchemaBuilder, {
  BasePlugin,
  type PothosOutputFieldConfig,
  type SchemaTypes,
} from '@pothos/core'
import type { FieldComplexity } from '@pothos/plugin-complexity'
import { type GraphQLField, GraphQLString, getNamedType } from 'graphql'
import { limits } from '#rules/limits.ts'

/** The largest response that an operation can ask for, by the bounds of its texts. */
export const MAX_RESPONSE_BYTES = 4 * 1024 * 1024
/** As the context of the complexity plugin, it counts bytes instead of cost. */
export const countBytes = { counts: 'bytes' } as const

const SHORT = 320
const LINK = limits.linkLength
/** Texts with a smaller bound than `limits.textBytes`. A new field is counted in full. */
const boundOf: Readonly<Record<string, number>> = {
  ...{ cursor: SHORT, startCursor: SHORT, endCursor: SHORT, placeholder: SHORT },
  ...{ username: SHORT, email: SHORT, timeZone: SHORT, ruleId: SHORT, token: SHORT, secret: SHORT },
  ...{ url: LINK, smallUrl: LINK, imageUrl: LINK, videoUrl: LINK, pictureUrl: LINK, avatar: LINK },
}

/** Counts how many bytes of text each field can add to a response. */
class ResponseBytesPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(
    field: PothosOutputFieldConfig<Types>,
  ): PothosOutputFieldConfig<Types> {
    const cost = field.extensions?.complexity as FieldComplexity<object, object>
    const complexity: FieldComplexity<object, object> = (args, context, definition) => {
      const value = typeof cost === 'function' ? cost(args, context, definition) : cost
      if (context !== countBytes) return value
      const bytes = bytesOf(definition)
      return typeof value === 'object' && value.multiplier !== undefined
        ? { field: bytes, multiplier: value.multiplier }
        : { field: bytes }
    }
    return { ...field, extensions: { ...field.extensions, complexity } }
  }
}

function bytesOf({ name, type }: GraphQLField<unknown, object>): number {
  return getNamedType(type) === GraphQLString ? (boundOf[name] ?? limits.textBytes) : 0
}

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      responseBytes: ResponseBytesPlugin<Types>
    }
  }
}

export const responseBytes = 'responseBytes'
SchemaBuilder.registerPlugin(responseBytes, ResponseBytesPlugin)
