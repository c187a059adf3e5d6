import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { LoadOptions, LoadResult } from './sender.process.ts'

const PROGRAM = path.join(import.meta.dirname, 'sender.process.ts')

/** Sends requests from a separate process, so that this process does not delay the measurement. */
export async function sendLoad(options: LoadOptions): Promise<LoadResult> {
  const child = fork(PROGRAM)
  const message = once(child, 'message') as Promise<[LoadResult]>
  child.send(options)
  const [result] = await message
  return result
}
