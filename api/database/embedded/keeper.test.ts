import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import pino from 'pino'
import { expect, test } from 'vitest'
import { freePort } from '#api/lib/free-port.ts'
import { OperatorError } from '#api/lib/operator-error.ts'
import { afterwards } from '#api/test/afterwards.ts'
import { keepAlive } from './keeper.ts'

const PACE = { firstWait: 10, longestWait: 20, settled: 1_000, mostFailures: 4 }

test('a database that cannot be started again is tried some times, then given up in a sentence', async () => {
  const url = `postgresql://postgres@127.0.0.1:${await freePort()}/none`
  const logged: string[] = []
  const log = pino({}, { write: (line: string) => logged.push(JSON.parse(line).msg) })
  let attempts = 0
  const revive = async () => {
    attempts++
    throw new Error('The embedded database does not start; its log says why.')
  }
  const failed = await new Promise((fail) => void keepAlive({ url, revive }, log, fail, PACE))
  expect(failed).toEqual(
    new OperatorError(
      'The embedded database died, and 4 attempts to start it again were in vain; the log says why.',
    ),
  )
  expect(attempts).toBe(4)
  expect(logged.filter((line) => line.includes('its log says why'))).toHaveLength(4)
})

test('one that is stopped on purpose is left alone', async () => {
  const url = `postgresql://postgres@127.0.0.1:${await freePort()}/none`
  let attempts = 0
  const revive = async () => {
    attempts++
    throw new Error('Not yet.')
  }
  const keeper = keepAlive({ url, revive }, pino({ level: 'silent' }), () => {}, {
    ...PACE,
    firstWait: 60_000,
    longestWait: 60_000,
    mostFailures: 9,
  })
  await expect.poll(() => attempts).toBe(1)
  await keeper.stop()
  expect(attempts).toBe(1)
})

test.each(['53300', '57P03'])(
  'one that answers %s to whoever connects lives, and is not started again',
  async (code) => {
    const server = createServer((socket) => {
      const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0MNot now.\0\0`)
      const head = Buffer.from([69, 0, 0, 0, fields.length + 4])
      socket.on('error', () => {}).once('data', () => socket.end(Buffer.concat([head, fields])))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    afterwards(() => server.close())
    let attempts = 0
    const revive = async () => void attempts++
    const url = `postgresql://postgres@127.0.0.1:${(server.address() as AddressInfo).port}/none`
    const keeper = keepAlive({ url, revive }, pino({ level: 'silent' }), () => {}, PACE)
    for (let times = 0; times < 6; times++) await once(server, 'connection')
    await keeper.stop()
    expect(attempts).toBe(0)
  },
)
