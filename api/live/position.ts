import { NIL_UUID, oldestIdAt, timeOf } from '#api/lib/ids.ts'

/** A slow transaction may commit an id that is older than known ones by this time. */
const LATE_MS = 5_000

/** Up to where a stream knows a list of UUIDv7s. */
export interface LivePosition {
  /** Only later ids are new, */
  from: string
  /** unless they are known. */
  known: ReadonlySet<string>
}

/**
 * The position of a stream that knows these ids. It reads the last seconds again, for what commits
 * late.
 * @param newestId undefined in an empty list
 */
export function positionAt(newestId: string | undefined, known: ReadonlySet<string>): LivePosition {
  return { from: newestId === undefined ? NIL_UUID : earlier(newestId), known }
}

export function isNew(id: string, { from, known }: LivePosition): boolean {
  return id > from && !known.has(id)
}

/** The id before which everything has committed when this one is known. */
export function earlier(id: string): string {
  return id === NIL_UUID ? id : oldestIdAt(Math.max(0, timeOf(id).getTime() - LATE_MS))
}
