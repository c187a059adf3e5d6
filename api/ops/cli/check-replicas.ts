import type { DatabaseUrls } from '#api/database/open.ts'
import { Probe } from '#api/database/probe.ts'
import {
  PRIMARY_COLUMNS,
  type PrimaryRow,
  REPLICA_COLUMNS,
  type ReplicaRow,
} from '#api/database/replicas/replica.ts'
import { messageOf } from '#api/lib/operator-error.ts'
import { type Finding, well, wrong } from './checks.ts'
import { bytes } from './words.ts'

const TIMEOUT_MS = 5_000

/** Whether each replica of the settings follows the database. */
export async function checkReplicas(
  { directUrl }: DatabaseUrls,
  urls: readonly string[],
): Promise<Finding[]> {
  const primary = new Probe<PrimaryRow>(directUrl, PRIMARY_COLUMNS, TIMEOUT_MS)
  try {
    const { row } = await primary.poll()
    return await Promise.all(urls.map((url) => checkReplica(url, row)))
  } finally {
    primary.close()
  }
}

async function checkReplica(url: string, primary: PrimaryRow): Promise<Finding> {
  const about = 'replica'
  const probe = new Probe<ReplicaRow>(url, REPLICA_COLUMNS, TIMEOUT_MS)
  const { label } = probe
  try {
    const { row } = await probe.poll()
    if (row.cluster !== primary.cluster)
      return wrong(about, `${label} belongs to another database: correct DATABASE_REPLICA_URL.`)
    if (!row.standby)
      return well(
        about,
        `${label} is the database itself, and not read from as a replica unless it follows another.`,
      )
    const behind = primary.position - row.position
    return well(
      about,
      behind > 0
        ? `${label} follows the database, ${bytes(behind)} behind.`
        : `${label} has all that the database has.`,
    )
  } catch (error) {
    return wrong(
      about,
      `${label} does not answer: ${messageOf(error)}. See whether it runs, and whether DATABASE_REPLICA_URL is right.`,
    )
  } finally {
    probe.close()
  }
}
