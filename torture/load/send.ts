import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { Answers, Order } from './sender.process.ts'

const PROGRAM = path.join(import.meta.dirname, 'sender.process.ts')

/** Sends requests from a process of its own, so that nothing that is measured waits for the one that asks. */
export async function send(order: Order): Promise<Answers> {
  const child = fork(PROGRAM)
  const answered = once(child, 'message') as Promise<[Answers]>
  child.send(order)
  const [answers] = await answered
  return answers
}
