import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { writeFileAtomic } from '#api/lib/files.ts'
import type { ServiceUser } from './cluster-location.ts'

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function isId(text: string): boolean {
  return ID.test(text)
}

/** The id stored in a cluster; null in a cluster of 0.1.0. */
export function readId(cluster: string): string | null {
  const file = idFile(cluster)
  const id = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  return isId(id) ? id : null
}

/** @param user the owner of the cluster */
export async function writeId(
  cluster: string,
  id: string,
  user: ServiceUser | undefined,
): Promise<void> {
  await writeFileAtomic(idFile(cluster), `${id}\n`, user)
}

function idFile(cluster: string): string {
  return path.join(cluster, 'good-vibes-id')
}
