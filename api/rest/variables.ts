import type { RawInput } from './parse-input.ts'

/** The ids that a request names as its caller in its body. */
export function usersInBody({ body }: Pick<RawInput, 'body'>): unknown[] {
  const { authorId, userId } = (body ?? {}) as Record<string, unknown>
  return [authorId, userId].filter((id) => id != null)
}

type WithoutUndefined<Values> = { [Name in keyof Values]?: Exclude<Values[Name], undefined> }

/** Drops undefined values. GraphQL distinguishes absent from null. */
export function withoutUndefined<Values extends object>(values: Values): WithoutUndefined<Values> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as WithoutUndefined<Values>
}
