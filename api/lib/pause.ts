import { setTimeout } from 'node:timers/promises'

/**
 * Resolves after a time, or at once when the signal aborts.
 * @param ref whether the process stays alive for it
 */
export async function pause(ms: number, signal: AbortSignal, { ref = true } = {}): Promise<void> {
  await setTimeout(ms, undefined, { signal, ref }).catch(() => {})
}
