const SECOND_MS = 1_000
const HOUR_MS = 3_600 * SECOND_MS

const FIRST_DELAY_MS = 5 * SECOND_MS
const FACTOR = 4
const MAX_DELAY_MS = 12 * HOUR_MS
/** Spreads the attempts of deliveries that failed together. */
const JITTER = 0.1
/** How long attempts may fail before the webhook is paused. */
export const RETRY_MS = 3 * 24 * HOUR_MS

/**
 * When to try a failed delivery again: after 5 s, 20 s, 80 s … 12 hours, with a last attempt after
 * three days. All times are in milliseconds since 1970.
 * @param attempts how many have failed
 * @param firstAttemptAt the time of the first of them
 * @returns null after three days
 */
export function nextAttempt(
  attempts: number,
  firstAttemptAt: number,
  now: number,
  random: number = Math.random(),
): number | null {
  const end = firstAttemptAt + RETRY_MS
  if (now >= end) return null
  const delay = Math.min(FIRST_DELAY_MS * FACTOR ** (attempts - 1), MAX_DELAY_MS)
  return Math.min(Math.round(now + delay * (1 + JITTER * random)), end)
}
