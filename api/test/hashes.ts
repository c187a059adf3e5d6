import crypto, { type ScryptOptions } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { vi } from 'vitest'
import { registerCleanup } from './register-cleanup.ts'

interface Hash {
  keyBytes: number
  options: ScryptOptions
}

/** Makes password hashes wait. @returns a function that lets them go on */
export function holdHashes(): () => void {
  const { scrypt } = crypto
  const { promise, resolve: release } = Promise.withResolvers<void>()
  const mock = vi
    .spyOn(crypto, 'scrypt')
    .mockImplementation((...hash) => void promise.then(() => scrypt(...hash)))
  syncBuiltinESMExports()
  registerCleanup(() => {
    mock.mockRestore()
    syncBuiltinESMExports()
  })
  return release
}

/** The parameters of each password hash that the work computes: they determine its time. */
export async function hashesOf(work: () => Promise<unknown>): Promise<Hash[]> {
  const scrypt = vi.spyOn(crypto, 'scrypt')
  // Modules that import `scrypt` by name call the spy only after this.
  syncBuiltinESMExports()
  try {
    await work()
    return scrypt.mock.calls.map((call) => ({
      keyBytes: call[2],
      options: call[3] as ScryptOptions,
    }))
  } finally {
    scrypt.mockRestore()
    syncBuiltinESMExports()
  }
}
