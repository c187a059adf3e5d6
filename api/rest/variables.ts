import { fromPublicId } from '#api/lib/ids.ts'
import type { RawInput } from './parse-input.ts'

/** The account that a request names in its body. */
export const userNamedBy = (key: 'authorId' | 'userId') => (request: RawInput) =>
  (request.body as Record<string, unknown> | undefined)?.[key]

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
