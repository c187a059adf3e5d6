import type { DatabaseUrls } from '../database/open.ts'
import type { Settings } from '../settings.ts'

/** What a worker works with: the settings that the start has read, and the database that it has opened. */
export interface Order {
  settings: Settings
  database: DatabaseUrls
}

/** What a worker tells the process that started it. Libraries send messages of their own on the same channel. */
export type FromWorker =
  | { kind: 'order please' }
  | { kind: 'ready' }
  /** It cannot start, for a reason that the operator can mend. */
  | { kind: 'refused'; sentence: string }
  | { kind: 'metrics please'; id: number }

export type ToWorker =
  | { kind: 'order'; order: Order }
  | { kind: 'metrics'; id: number; text: string | null }

/** Resolves once the message is on its way. */
export function tell(message: FromWorker): Promise<void> {
  return new Promise((resolve) => process.send?.(message, undefined, undefined, () => resolve()))
}
