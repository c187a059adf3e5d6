import { databaseFolder } from '#api/database/embedded/place.ts'
import { AppError } from '#api/lib/errors.ts'
import { freeSpace } from '#api/lib/free-space.ts'
import type { Settings } from '#api/settings/settings.ts'

const MEGABYTE = 1_000_000
/** Bytes that have to be free: pictures stop first, so that there is room for words, and words before the database has none for itself. */
const FLOORS = { upload: 200 * MEGABYTE, change: 100 * MEGABYTE }
/** Milliseconds for which what was found is believed. */
const TRUST = 1_000

interface Look {
  at: number
  free: Promise<number>
}
const looks = new Map<string, Look>()

/**
 * Refuses what takes room when there is hardly any. A database of the operator's own has a disk of its own, which is theirs to watch;
 * so has a bucket.
 * @throws AppError OUT_OF_SPACE
 */
export async function requireDiskSpace(
  { dataDir, databaseUrls, bucket }: Settings,
  what: keyof typeof FLOORS,
): Promise<void> {
  if (what === 'upload' && !bucket) await refuseBelow(dataDir, FLOORS.upload)
  else if (databaseUrls.length === 0) await refuseBelow(databaseFolder(dataDir), FLOORS.change)
}

async function refuseBelow(folder: string, floor: number): Promise<void> {
  const now = performance.now()
  let look = looks.get(folder)
  if (!look || now - look.at > TRUST) {
    // A folder that is not there is nothing to refuse a change for: whoever needs it says so.
    look = { at: now, free: freeSpace(folder).catch(() => Number.POSITIVE_INFINITY) }
    looks.set(folder, look)
  }
  if ((await look.free) < floor) throw outOfSpaceError()
}

export function outOfSpaceError(): AppError {
  return new AppError(
    'OUT_OF_SPACE',
    'There is hardly any room left here at the moment, so nothing new can be kept. Please try again later.',
  )
}
