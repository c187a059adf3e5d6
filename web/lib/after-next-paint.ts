/** Frames are not drawn where nobody looks, and what was asked for there is done all the same. */
const LONGEST_FRAME = 100

/** Resolves when what was changed just now can be seen: what takes long and shows nothing waits for it. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, LONGEST_FRAME)
  })
}
