import { AppError } from '#api/lib/errors.ts'

/** Said by the server alone, so the client need not load it. */
export const PICTURE_TOO_COSTLY =
  'That picture takes too much work to read. Please select a smaller one.'
export const DAY = 24 * 60 * 60 * 1000
const DAILY_MEGABYTES = 100
const MEGABYTE = 1024 * 1024

interface Upload {
  bytes: number
  createdAt: Date
}

/**
 * Whether an account may upload so many bytes more within a day.
 * @param uploads its uploads of the last 24 hours, oldest first
 * @throws AppError RATE_LIMITED with the seconds until enough of them are older than a day
 */
export function checkDailyAllowance(
  uploads: readonly Upload[],
  bytes: number,
  now = Date.now(),
): void {
  let excess =
    uploads.reduce((sum, upload) => sum + upload.bytes, bytes) - DAILY_MEGABYTES * MEGABYTE
  if (excess <= 0) return
  let free = now
  for (const upload of uploads) {
    excess -= upload.bytes
    free = upload.createdAt.getTime() + DAY
    if (excess <= 0) break
  }
  const retryAfter = Math.max(1, Math.ceil((free - now) / 1000))
  throw new AppError(
    'RATE_LIMITED',
    `You can upload ${DAILY_MEGABYTES} MB of pictures a day. Please try again later.`,
    { retryAfter },
  )
}

/** Where a picture is seen: its address on this host. */
export function picturePath(hash: string): string {
  return `/media/${hash}.webp`
}
