import { expect, test } from 'vitest'
import { HashQueue } from './hash-queue.ts'

const address = (key: string) => ({ key, hasSession: false })
const session = (key: string) => ({ key, hasSession: true })

/** A queue that runs one hash at a time. Each ends by hand. */
function queueByHand() {
  const queue = new HashQueue(1)
  const started: string[] = []
  const running: (() => void)[] = []
  const run = (caller: { key: string; hasSession: boolean }, name = caller.key) =>
    queue
      .run(caller, () => {
        started.push(name)
        return new Promise<void>((end) => running.push(end))
      })
      .then(
        () => name,
        ({ reason }) => `${name} ${reason}`,
      )
  const endAll = async () => {
    for (let end = running.shift(); end; end = running.shift()) {
      end()
      await new Promise(setImmediate)
    }
  }
  return { run, started, endAll }
}

test('callers take turns, however many hashes each asks for', async () => {
  const { run, started, endAll } = queueByHand()
  for (const name of ['a1', 'a2', 'a3']) void run(address('a'), name)
  void run(address('b'), 'b1')
  void run(session('c'), 'c1')
  await endAll()
  expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3'])
})

test('a full queue refuses the newest of the caller with most, and an equal one itself', async () => {
  const { run, started, endAll } = queueByHand()
  void run(address('running'))
  const many = Array.from({ length: 50 }, (_, index) => run(address('many'), `many ${index}`))
  const other = run(address('other'))
  expect(await many[49]).toBe('many 49 SIGN_INS_QUEUED')
  expect(await run(address('many'), 'many again')).toBe('many again SIGN_INS_QUEUED')
  await endAll()
  expect(await other).toBe('other')
  expect(started).toHaveLength(51)
})

test('a full queue of visitors leaves room for people with a session', async () => {
  const { run, started, endAll } = queueByHand()
  void run(address('running'))
  const visitors = Array.from({ length: 50 }, (_, index) => run(address(`visitor ${index}`)))
  expect(await run(address('late'))).toBe('late SIGN_INS_QUEUED')
  const member = run(session('member'))
  await endAll()
  expect(await member).toBe('member')
  expect(await Promise.all(visitors)).toEqual(visitors.map((_, index) => `visitor ${index}`))
  expect(started).toHaveLength(52)
})
