import { fromPublicId } from '#api/lib/ids.ts'
import type { RawInput } from './parse-input.ts'

/** The ids that a request names as its caller in its body. */
export function usersInBody({ body }: RawInput): unknown[] {
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

/** The arguments of `Query.user` for a path segment: an id or a username. */
export function userArguments(idOrUsername: string): { id: string } | { username: string } {
  return fromPublicId(idOrUsername) ? { id: idOrUsername } : { username: idOrUsername }
}
