import { type LimitState, quotaRules } from '#api/limits/rate-limits.ts'

export const DAY_MS = 24 * 60 * 60 * 1000
/** How long the picture of a closed report is kept, because its decision can be appealed. */
export const EVIDENCE_MS = 30 * DAY_MS

interface Upload {
  bytes: number
  createdAt: Date
}

/**
 * The quota of an account for another upload. `remaining` is in bytes, and counts the upload if it
 * is within the quota. Otherwise `resetAfter` is when old uploads free enough.
 * @param uploads its uploads of the last 24 hours, oldest first
 */
export function dailyQuota(
  uploads: readonly Upload[],
  bytes: number,
  now = Date.now(),
): LimitState {
  const used = uploads.reduce((sum, upload) => sum + upload.bytes, 0)
  const left = Math.max(0, quotaRules.uploadBytes.points - used)
  if (bytes <= left)
    return {
      isExceeded: false,
      remaining: left - bytes,
      resetAfter: quotaRules.uploadBytes.duration,
    }
  let excess = bytes - (quotaRules.uploadBytes.points - used)
  let freeAt = now
  for (const upload of uploads) {
    excess -= upload.bytes
    freeAt = upload.createdAt.getTime() + DAY_MS
    if (excess <= 0) break
  }
  const resetAfter = Math.max(1, Math.ceil((freeAt - now) / 1000))
  return { isExceeded: true, remaining: left, resetAfter }
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
