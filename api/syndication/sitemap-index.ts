import type { QueryClient } from '#api/database/client.ts'
import { MAX_UUID, NIL_UUID } from '#api/lib/ids.ts'
import { lastBeforeMore } from './sitemap.read.ts'

/** The protocol allows as many addresses in a file. */
export const MAX_ADDRESSES = 50_000
/** So the index leads to the newest 500,000 addresses. */
const MAX_FILES = 10
const TTL_MS = 60 * 60 * 1000

/** The range of the ids of a file's pages. */
export interface SitemapFile {
  below: string
  /** Inclusive. */
  downTo: string
}

/**
 * Divides the newest pages into one or more files. Keeps the division for an hour, in which the
 * first file also gets the new pages.
 */
export function createSitemapIndex(
  database: QueryClient,
  maxAddresses = MAX_ADDRESSES,
): () => Promise<SitemapFile[]> {
  let cached: { files: Promise<SitemapFile[]>; until: number } | null = null
  return () => {
    if (cached && performance.now() < cached.until) return cached.files
    const files = readFiles(database, maxAddresses)
    const entry = { files, until: performance.now() + TTL_MS }
    cached = entry
    return files.catch((error: unknown) => {
      if (cached === entry) cached = null
      throw error
    })
  }
}

async function readFiles(database: QueryClient, maxAddresses: number): Promise<SitemapFile[]> {
  const files: SitemapFile[] = []
  let below: string | null = MAX_UUID
  while (below !== null && files.length < MAX_FILES) {
    const last = await lastBeforeMore(database, below, maxAddresses)
    files.push({ below, downTo: last ?? NIL_UUID })
    below = last
  }
  return files
}
