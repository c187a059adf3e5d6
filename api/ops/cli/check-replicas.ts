import type { DatabaseUrls } from '#api/database/open.ts'
import { Probe } from '#api/database/probe.ts'
import {
  ON_PRIMARY,
  ON_REPLICA,
  type PrimaryRow,
  type ReplicaRow,
} from '#api/database/replicas/replicas.ts'
import { messageOf } from '#api/lib/operator-error.ts'
import { type Finding, well, wrong } from './checks.ts'
import { bytes } from './words.ts'

const PATIENCE = 5_000

/** Whether each replica of the settings follows the database. */
export async function checkReplicas(
  { directUrl }: DatabaseUrls,
  urls: readonly string[],
): Promise<Finding[]> {
  const primary = new Probe<PrimaryRow>(directUrl, ON_PRIMARY, PATIENCE)
  try {
    const { row } = await primary.ask()
    return await Promise.all(urls.map((url) => checkReplica(url, row)))
  } finally {
    primary.close()
  }
}

async function checkReplica(url: string, primary: PrimaryRow): Promise<Finding> {
  const about = 'replica'
  const probe = new Probe<ReplicaRow>(url, ON_REPLICA, PATIENCE)
  const { place } = probe
  try {
    const { row } = await probe.ask()
    if (row.cluster !== primary.cluster)
      return wrong(about, `${place} belongs to another database: correct DATABASE_REPLICA_URL.`)
    if (!row.standby)
      return well(
        about,
        `${place} is the database itself, and not read from as a replica unless it follows another.`,
      )
    const behind = primary.position - row.position
    return well(
      about,
      behind > 0
        ? `${place} follows the database, ${bytes(behind)} behind.`
        : `${place} has all that the database has.`,
    )
  } catch (error) {
    return wrong(
      about,
      `${place} does not answer: ${messageOf(error)}. See whether it runs, and whether DATABASE_REPLICA_URL is right.`,
    )
  } finally {
    probe.close()
  }
}
