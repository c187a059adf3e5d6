import * as z from 'zod/mini'

/** A text that is checked by the schema where there is one; an empty one is none, and so is one of which nothing is kept. */
export function orNone<Output>(schema: z.ZodMiniType<Output, string>) {
  return z.pipe(
    z.pipe(
      z.string(),
      z.transform((text) => (text.trim() === '' ? null : text)),
    ),
    z.nullable(
      z.pipe(
        schema,
        z.transform((kept) => (kept === '' ? null : kept)),
      ),
    ),
  )
}

/**
 * All fields of a mutation's input checked together, so that everything that is wrong is told at once. A field that is
 * absent or null passes.
 */
export function inputOf<Fields extends Record<string, z.ZodMiniType<unknown, string>>>(
  fields: Fields,
) {
  return z.looseObject(
    Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, z.nullish(schema)])),
  )
}
