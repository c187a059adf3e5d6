import * as z from 'zod/mini'

/** Maps empty text to null, also when cleaning leaves nothing of it, and validates other text. */
export function emptyToNull<Output>(schema: z.ZodMiniType<Output, string>) {
  return z.pipe(
    z.pipe(
      z.string(),
      z.transform((text) => (text.trim() === '' ? null : text)),
    ),
    z.nullable(
      z.pipe(
        schema,
        z.transform((cleaned) => (cleaned === '' ? null : cleaned)),
      ),
    ),
  )
}

/**
 * Validates all fields of a mutation's input, to report every problem at once. Absent or null
 * passes.
 */
export function inputOf<Fields extends Record<string, z.ZodMiniType<unknown, string>>>(
  fields: Fields,
) {
  return z.looseObject(
    Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, z.nullish(schema)])),
  )
}
