import { fromPublicId } from '#api/lib/ids.ts'

type Given<Values> = { [Name in keyof Values]?: Exclude<Values[Name], undefined> }

/** The values that are there: absent and null are different things to an operation. */
export function given<Values extends object>(values: Values): Given<Values> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as Given<Values>
}

/** Whom a path names: what is no id is a username. */
export function who(id: string): { id: string } | { username: string } {
  return fromPublicId(id) ? { id } : { username: id }
}
