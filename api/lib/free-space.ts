import { statfs } from 'node:fs/promises'

/** Free bytes on the disk of a folder; Infinity for a file system that does not report them. */
export async function freeSpace(folder: string): Promise<number> {
  const { bavail, bsize, blocks } = await statfs(folder)
  return blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize
}
