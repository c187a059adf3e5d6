import { vi } from 'vitest'

/**
 * The length of the longest text that the work normalizes. Normalizing takes quadratic time and
 * blocks the process.
 */
export async function longestNormalized(work: () => Promise<unknown>): Promise<number> {
  const normalize = vi.spyOn(String.prototype, 'normalize')
  try {
    await work()
    return Math.max(0, ...normalize.mock.contexts.map((text) => String(text).length))
  } finally {
    normalize.mockRestore()
  }
}
