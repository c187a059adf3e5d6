import type { DatabaseUrls } from '#api/database/open.ts'
import type { Settings } from '#api/settings/settings.ts'
import type { MetricsRequest, MetricsResponse } from '#api/telemetry/worker-metrics.ts'

/** What a worker works with: the settings that the start has read, and the database that it has opened. */
export interface Order {
  settings: Settings
  database: DatabaseUrls
}

/** What a worker tells the process that started it. Libraries send messages of their own on the same channel. */
export type FromWorker =
  | { kind: 'order request' }
  | { kind: 'ready' }
  /** It cannot start, for a reason that the operator can mend. */
  | { kind: 'refused'; sentence: string }
  | MetricsRequest

export type ToWorker = { kind: 'order'; order: Order } | MetricsResponse

/** Resolves once the message is on its way. */
export function tell(message: FromWorker): Promise<void> {
  return new Promise((resolve) => process.send?.(message, undefined, undefined, () => resolve()))
}
