import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import pino from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Settings } from '#api/settings/settings.ts'
import { createClientAddress } from './client-address.ts'
import { createLoadShedding } from './load-shedding.ts'

test('a turn begins requests for 10 ms; health checks do not wait for the next', async () => {
  const begun: string[] = []
  const { send } = slowListener((url) => begun.push(url))
  for (const url of ['/a', '/b', '/healthz', '/c']) send(url)
  expect(begun).toEqual(['/a', '/healthz'])
  await setImmediate()
  expect(begun).toEqual(['/a', '/healthz', '/b'])
  await setImmediate()
  expect(begun).toEqual(['/a', '/healthz', '/b', '/c'])
})

test('a request whose caller is gone before its turn does not begin', async () => {
  const begun: string[] = []
  const { send } = slowListener((url) => begun.push(url))
  send('/a')
  send('/b').destroy()
  await setImmediate()
  expect(begun).toEqual(['/a'])
})

/** A listener whose application takes 10 ms of a mocked clock for each request. */
function slowListener(begin: (url: string) => void) {
  let now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  onTestFinished(() => clock.mockRestore())
  const log = pino({ level: 'silent' })
  const listener = createLoadShedding(
    ({ url = '' }) => {
      begin(url)
      now += 10
    },
    {
      settings: { publicUrl: 'http://localhost' } as Settings,
      log,
      addressOf: createClientAddress({ trustProxy: 0 }, log),
    },
  )
  return {
    /** @returns the connection of the request */
    send(url: string): Socket {
      const socket = new Socket()
      const req = Object.assign(new IncomingMessage(socket), { method: 'GET', url })
      listener(req, new ServerResponse(req))
      return socket
    },
  }
}
