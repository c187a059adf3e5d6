import type { DatabaseUrls } from '#api/database/open.ts'
import { Probe } from '#api/database/probe.ts'
import {
  PRIMARY_COLUMNS,
  type PrimaryRow,
  REPLICA_COLUMNS,
  type ReplicaRow,
} from '#api/database/replicas/replica.ts'
import { messageOf } from '#api/lib/operator-error.ts'
import { type CheckResult, failed, passed } from './checks.ts'
import { formatBytes } from './format.ts'

const TIMEOUT_MS = 5_000

/** Checks that each configured replica follows the database. */
export async function checkReplicas(
  { directUrl }: DatabaseUrls,
  urls: readonly string[],
): Promise<CheckResult[]> {
  const primary = new Probe<PrimaryRow>(directUrl, PRIMARY_COLUMNS, TIMEOUT_MS)
  try {
    const { row } = await primary.poll()
    return await Promise.all(urls.map((url) => checkReplica(url, row)))
  } finally {
    primary.close()
  }
}

async function checkReplica(url: string, primary: PrimaryRow): Promise<CheckResult> {
  const subject = 'replica'
  const probe = new Probe<ReplicaRow>(url, REPLICA_COLUMNS, TIMEOUT_MS)
  const { label } = probe
  try {
    const { row } = await probe.poll()
    if (row.cluster !== primary.cluster)
      return failed(subject, `${label} belongs to another database. Correct DATABASE_REPLICA_URL.`)
    if (!row.standby)
      return passed(
        subject,
        `${label} is the primary itself, and serves no replica reads until it is a standby.`,
      )
    const lag = primary.position - row.position
    return passed(
      subject,
      lag > 0
        ? `${label} follows the database, ${formatBytes(lag)} behind.`
        : `${label} is up to date.`,
    )
  } catch (error) {
    return failed(
      subject,
      `${label} does not respond: ${messageOf(error)}. ` +
        'Check that it runs, and that DATABASE_REPLICA_URL is correct.',
    )
  } finally {
    probe.close()
  }
}
