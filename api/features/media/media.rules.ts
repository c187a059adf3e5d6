import { AppError } from '#api/lib/errors.ts'
import { limits } from '#rules/limits.ts'

export const DAY_MS = 24 * 60 * 60 * 1000
/** How long the picture of a closed report is kept, because its decision can be appealed. */
export const EVIDENCE_MS = 30 * DAY_MS
const MEGABYTE = 1024 * 1024

interface Upload {
  bytes: number
  createdAt: Date
}

/**
 * Checks that an account may upload some more bytes within a day.
 * @param uploads its uploads of the last 24 hours, oldest first
 * @throws AppError RATE_LIMITED with the seconds until old uploads free enough of the quota
 */
export function checkDailyQuota(uploads: readonly Upload[], bytes: number, now = Date.now()): void {
  let excess =
    uploads.reduce((sum, upload) => sum + upload.bytes, bytes) -
    limits.uploadMegabytesPerDay * MEGABYTE
  if (excess <= 0) return
  let freeAt = now
  for (const upload of uploads) {
    excess -= upload.bytes
    freeAt = upload.createdAt.getTime() + DAY_MS
    if (excess <= 0) break
  }
  const retryAfter = Math.max(1, Math.ceil((freeAt - now) / 1000))
  throw new AppError('RATE_LIMITED', 'UPLOAD_QUOTA_USED', { retryAfter })
}

/** The path of a picture's display size. */
export function picturePath(hash: string): string {
  return `/media/${hash}.webp`
}

/** @param path of the display size */
export function smallPicturePath(path: string): string {
  return path.replace(/\.webp$/, '-small.webp')
}

interface Size {
  width: number
  height: number
}

/** The longest side of a picture's small size, in pixels. */
export const SMALL_SIDE = 640

/** @param size of the display size */
export function smallPictureSize({ width, height }: Size): Size {
  const scale = Math.min(1, SMALL_SIDE / Math.max(width, height))
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}
