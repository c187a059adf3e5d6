/**
 * The users whom a viewer's feeds, searches and lists leave out: for each UUID the end of a mute in
 * milliseconds since 1970, or Infinity for blocks and mutes without an end.
 */
export type HiddenUsers = ReadonlyMap<string, number>

export const noneHidden: HiddenUsers = new Map()

/** Whether a viewer's lists contain a user. The database function `hides_between` says the same. */
export function canSee(hidden: HiddenUsers, userId: string): boolean {
  const until = hidden.get(userId)
  // Reading the clock takes longer than the rest.
  return until === undefined || until <= Date.now()
}
