import { readFileSync } from 'node:fs'
import path from 'node:path'
import { query } from '#api/database/embedded/cluster.ts'

const FILE = path.resolve(import.meta.dirname, '../../database/test-data/0.1.0.sql')

/** Creates the tables of version 0.1.0 in an empty database. */
export async function makeFirstRelease(url: string): Promise<void> {
  await query(url, readFileSync(FILE, 'utf8'))
}
