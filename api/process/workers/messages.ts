import type { DatabaseUrls } from '#api/database/open.ts'
import type { Settings } from '#api/settings/settings.ts'
import type { MetricsFromPrimary, MetricsFromWorker } from '#api/telemetry/worker-metrics.ts'

/** The primary's settings, and the database that it has opened. */
export interface WorkerConfig {
  settings: Settings
  database: DatabaseUrls
}

/** Libraries use the same channel for messages of their own. */
export type FromWorker =
  | { kind: 'config request' }
  | { kind: 'ready' }
  /** The worker cannot start, for a reason that the operator can fix. */
  | { kind: 'start failed'; message: string }
  | MetricsFromWorker

export type ToWorker = { kind: 'config response'; config: WorkerConfig } | MetricsFromPrimary

/** Resolves once the message is sent. */
export function sendToPrimary(message: FromWorker): Promise<void> {
  return new Promise((resolve) => process.send?.(message, undefined, undefined, () => resolve()))
}
