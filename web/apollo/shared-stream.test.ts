import { BroadcastChannel, locks } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { shareStream } from './shared-stream.ts'

let leave: (() => void)[] = []

beforeEach(() => {
  vi.stubGlobal('BroadcastChannel', BroadcastChannel)
  vi.stubGlobal('navigator', { locks })
})
afterEach(() => {
  for (const leaveTab of leave) leaveTab()
  leave = []
  vi.unstubAllGlobals()
})

/** A tab that needs the data from a time on. */
function openTab(name: string, since: number) {
  const received: string[] = []
  const { promise: leads, resolve: lead } = Promise.withResolvers<(data: string) => void>()
  leave.push(
    shareStream<string>({
      name,
      since,
      open(onData) {
        lead(onData)
        return () => {}
      },
      onData: (data) => received.push(data),
    }),
  )
  return { received, leads }
}

test('all tabs get the data of one stream', async () => {
  const first = openTab('all', 0)
  const send = await first.leads
  const second = openTab('all', Number.POSITIVE_INFINITY)
  send('one')
  await expect.poll(() => second.received).toEqual(['one'])
  expect(first.received).toEqual(['one'])
})

test('a tab gets what it missed; one that loaded later does not, nor do the others', async () => {
  const first = openTab('missed', 0)
  const send = await first.leads
  send('old')
  const other = openTab('missed', Number.POSITIVE_INFINITY)
  const behind = openTab('missed', 0)
  await expect.poll(() => behind.received).toEqual(['old'])
  send('new')
  await expect.poll(() => other.received).toEqual(['new'])
  await expect.poll(() => behind.received).toEqual(['old', 'new'])
  expect(first.received).toEqual(['old', 'new'])
})
