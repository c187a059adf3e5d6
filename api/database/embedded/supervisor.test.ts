import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import pino from 'pino'
import { expect, test } from 'vitest'
import { OperatorError } from '#api/lib/operator-error.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { freePort } from '#api/test/servers/free-port.ts'
import { superviseDatabase } from './supervisor.ts'

const POLICY = { minDelayMs: 10, maxDelayMs: 20, stableAfterMs: 3_600_000, maxFailures: 4 }

test('gives up on a database that cannot be restarted after some attempts', async () => {
  const url = `postgresql://postgres@127.0.0.1:${await freePort()}/none`
  const logged: string[] = []
  const log = pino({}, { write: (line: string) => logged.push(JSON.parse(line).msg) })
  let attempts = 0
  const restart = async () => {
    attempts++
    throw new Error('The embedded database does not start. See its log.')
  }
  const failed = await new Promise(
    (fail) => void superviseDatabase({ url, restart }, log, fail, POLICY),
  )
  expect(failed).toEqual(
    new OperatorError(
      'The embedded database died, and 4 attempts to restart it failed. See the log for the reason.',
    ),
  )
  expect(attempts).toBe(4)
  expect(logged.filter((line) => line.includes('See its log'))).toHaveLength(4)
})

test('does not restart a database that is stopped on purpose', async () => {
  const url = `postgresql://postgres@127.0.0.1:${await freePort()}/none`
  let attempts = 0
  const restart = async () => {
    attempts++
    throw new Error('Not yet.')
  }
  const supervisor = superviseDatabase({ url, restart }, pino({ level: 'silent' }), () => {}, {
    ...POLICY,
    minDelayMs: 60_000,
    maxDelayMs: 60_000,
    maxFailures: 9,
  })
  await expect.poll(() => attempts).toBe(1)
  await supervisor.stop()
  expect(attempts).toBe(1)
})

test.each(['53300', '57P03'])(
  'does not restart a database that refuses connections with %s',
  async (code) => {
    const server = createServer((socket) => {
      const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0MNot now.\0\0`)
      const head = Buffer.from([69, 0, 0, 0, fields.length + 4])
      socket.on('error', () => {}).once('data', () => socket.end(Buffer.concat([head, fields])))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    registerCleanup(() => server.close())
    let attempts = 0
    const restart = async () => void attempts++
    const url = `postgresql://postgres@127.0.0.1:${(server.address() as AddressInfo).port}/none`
    const supervisor = superviseDatabase(
      { url, restart },
      pino({ level: 'silent' }),
      () => {},
      POLICY,
    )
    for (let times = 0; times < 6; times++) await once(server, 'connection')
    await supervisor.stop()
    expect(attempts).toBe(0)
  },
)
