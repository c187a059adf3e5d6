import type { Services } from '#api/context.ts'
import { createLimits } from '#api/limits/rate-limits.ts'
import { registerCleanup } from '../register-cleanup.ts'

/** Applies the limits of production, from now on and until the end of the test. */
export function applyLimits({ limits }: Pick<Services, 'limits'>): void {
  const before = { ...limits }
  Object.assign(limits, createLimits())
  registerCleanup(() => Object.assign(limits, before))
}
