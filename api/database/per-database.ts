import type { QueryClient } from './client.ts'

/** Makes reads or writes once for each client, so that all requests share their batches. */
export function perDatabase<Client extends QueryClient, Made>(
  make: (database: Client) => Made,
): (database: Client) => Made {
  const made = new WeakMap<Client, Made>()
  return (database) => {
    const existing = made.get(database)
    if (existing !== undefined) return existing
    const first = make(database)
    made.set(database, first)
    return first
  }
}
