import * as z from 'zod/mini'

/** A text that is checked by the schema where there is one; an empty one is none. */
export function orNone<Output>(schema: z.ZodMiniType<Output, string>) {
  return z.pipe(
    z.pipe(
      z.string(),
      z.transform((text) => (text.trim() === '' ? null : text)),
    ),
    z.nullable(schema),
  )
}
