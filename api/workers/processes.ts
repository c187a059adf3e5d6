import type { Worker } from 'node:cluster'
import path from 'node:path'

/** What every process of the product is started by. */
export const ENTRY = path.resolve(import.meta.dirname, '../../scripts/entry.js')

/** Resolves once a worker has ended. */
export function goneOf(worker: Worker): Promise<unknown> {
  // Not by `once` of events, which takes a message that could not be sent for the end.
  return new Promise<unknown>((resolve) => (worker.isDead() ? resolve(null) : worker.once('exit', resolve)))
}
