import { databaseFolder } from '#api/database/embedded/location.ts'
import { AppError } from '#api/lib/errors.ts'
import { freeSpace } from '#api/lib/free-space.ts'
import type { Settings } from '#api/settings/settings.ts'

const MEGABYTE = 1_000_000
/** Uploads stop first, then other changes, so that the database itself keeps enough space. */
const MIN_FREE_BYTES = { upload: 200 * MEGABYTE, change: 100 * MEGABYTE }
const CACHE_TTL_MS = 1_000

interface CachedFreeSpace {
  /** By the clock of `performance`. */
  checkedAt: number
  bytes: Promise<number>
}
const cache = new Map<string, CachedFreeSpace>()

/**
 * Rejects a write while the disk is nearly full. The operator watches the disk of an external
 * database or bucket, so those are not checked.
 * @throws AppError OUT_OF_SPACE
 */
export async function requireDiskSpace(
  { dataDir, databaseUrls, bucket }: Settings,
  write: keyof typeof MIN_FREE_BYTES,
): Promise<void> {
  if (write === 'upload' && !bucket) await requireFree(dataDir, MIN_FREE_BYTES.upload)
  else if (databaseUrls.length === 0)
    await requireFree(databaseFolder(dataDir), MIN_FREE_BYTES.change)
}

async function requireFree(folder: string, minBytes: number): Promise<void> {
  const now = performance.now()
  let cached = cache.get(folder)
  if (!cached || now - cached.checkedAt > CACHE_TTL_MS) {
    // A missing folder is not a full disk: the write itself reports it.
    const bytes = freeSpace(folder).catch(() => Number.POSITIVE_INFINITY)
    cached = { checkedAt: now, bytes }
    cache.set(folder, cached)
  }
  if ((await cached.bytes) < minBytes) throw outOfSpaceError()
}

export function outOfSpaceError(): AppError {
  return new AppError('OUT_OF_SPACE', 'OUT_OF_SPACE')
}
