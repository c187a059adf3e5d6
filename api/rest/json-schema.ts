import * as z from 'zod'
import * as notificationSchemas from './notification-schemas.ts'
import type { Route } from './route.ts'
import * as schemas from './schemas.ts'

export type Json = Record<string, unknown>

/** The parts of JSON Schema that the documentation uses. */
export interface Schema extends Json {
  properties?: Record<string, Schema>
  required?: string[]
  type?: string | string[]
  description?: string
  examples?: unknown[]
}

const COMPONENTS = '#/components/schemas/'

export const reference = (id: string) => `${COMPONENTS}${id}`

/** The name of the component that a schema refers to, if it does. */
export function referenceOf({ $ref }: Schema): string | undefined {
  return typeof $ref === 'string' ? $ref.slice(COMPONENTS.length) : undefined
}

export function inputSchema(schema: z.core.$ZodType): Schema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // What replaces an invalid value is not a default.
      if (zodSchema._zod.def.type === 'catch') delete jsonSchema.default
    },
  })
  return rest as Schema
}

/** The schema of a response body; the name of its component, if it has one, is the `id`. */
export function responseSchema({ response }: Route): { id?: string; schema?: Schema } {
  if (!response) return {}
  const id = z.globalRegistry.get(response)?.id
  if (id) return { id, schema: { $ref: reference(id) } }
  const { $schema: _, ...schema } = z.toJSONSchema(response, {
    override: ({ jsonSchema }) => dropRedundantLimits(jsonSchema),
  })
  return { schema: schema as Schema }
}

/** The schemas of response bodies by name. */
export function responseSchemas(): Record<string, Schema> {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries({ ...schemas, ...notificationSchemas }))
    if (schema instanceof z.ZodType) registry.add(schema, { id })
  const { schemas: described } = z.toJSONSchema(registry, {
    uri: reference,
    override: ({ jsonSchema }) => dropRedundantLimits(jsonSchema),
  })
  return Object.fromEntries(
    Object.entries(described).map(([id, { $id: _, $schema: __, ...schema }]) => [
      id,
      schema as Schema,
    ]),
  )
}

/** Removes limits that the format or type already implies. */
function dropRedundantLimits(schema: Json) {
  if (schema.format !== undefined) delete schema.pattern
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
}
