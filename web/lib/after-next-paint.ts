/** Background tabs never paint, so don't wait longer than this. */
const MAX_WAIT_MS = 100

/** Resolves after the next paint, so that slow work does not delay visible feedback. */
export function afterNextPaint(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, MAX_WAIT_MS)
  })
}
