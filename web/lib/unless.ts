import * as z from 'zod/mini'

/** A schema that accepts some values without checking them, and keeps the reasons of the others. */
export function unless(
  isAccepted: (value: string) => boolean,
  schema: z.ZodMiniType<string, string>,
) {
  return z.string().check(({ value, issues }) => {
    if (isAccepted(value)) return
    for (const { message } of schema.safeParse(value).error?.issues ?? [])
      issues.push({ code: 'custom', message, input: value })
  })
}
