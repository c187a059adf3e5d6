import { AppError } from '#api/lib/errors.ts'

/** Only the server sends this sentence, so the client doesn't load it. */
export const PICTURE_TOO_COSTLY = 'That photo takes too long to process. Please choose another one.'
export const DAY_MS = 24 * 60 * 60 * 1000
const DAILY_QUOTA_MB = 100
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
    uploads.reduce((sum, upload) => sum + upload.bytes, bytes) - DAILY_QUOTA_MB * MEGABYTE
  if (excess <= 0) return
  let freeAt = now
  for (const upload of uploads) {
    excess -= upload.bytes
    freeAt = upload.createdAt.getTime() + DAY_MS
    if (excess <= 0) break
  }
  const retryAfter = Math.max(1, Math.ceil((freeAt - now) / 1000))
  throw new AppError(
    'RATE_LIMITED',
    `You can upload ${DAILY_QUOTA_MB} MB of photos a day. Please try again later.`,
    { retryAfter },
  )
}

/** The path of a picture's display size. */
export function picturePath(hash: string): string {
  return `/media/${hash}.webp`
}

/** @param path of the display size */
export function smallPicturePath(path: string): string {
  return path.replace(/\.webp$/, '-small.webp')
}
