import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import pg from 'pg'
import pino from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { emptyDatabase } from '#api/test/database/database.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { listenForNotifications } from './notification-listener.ts'

const CHANNEL = 'some changes'
/** SQL: the listener's backends. Other test files use the same server. */
const OURS = 'application_name = $1 AND datname = current_database()'
let url: string
let sender: pg.Client
let replyTimeoutMs: number | undefined
let received: string[]
let reconnects: number
let logged: string[]

beforeEach(async () => {
  url = await emptyDatabase()
  sender = new pg.Client({ connectionString: url })
  await sender.connect()
  registerCleanup(() => sender.end())
  replyTimeoutMs = 60_000
  received = []
  reconnects = 0
  logged = []
})

async function listen(at = url) {
  const listener = await listenForNotifications(
    { url: at },
    {
      channel: CHANNEL,
      heartbeatSql: 'SELECT count(*) FROM pg_listening_channels()',
      // Read for each connection.
      get replyTimeoutMs() {
        return replyTimeoutMs
      },
      log: pino({ level: 'info' }, { write: (line: string) => logged.push(JSON.parse(line).msg) }),
      onNotification: (payload) => received.push(payload),
      onReconnect: () => reconnects++,
    },
  )
  registerCleanup(listener.close)
  return listener
}

const notify = (payload: string, channel = CHANNEL) =>
  sender.query('SELECT pg_notify($1, $2)', [channel, payload])
const connections = async () =>
  (
    await sender.query<{ pid: number }>(`SELECT pid FROM pg_stat_activity WHERE ${OURS}`, [
      `good-vibes ${CHANNEL}`,
    ])
  ).rows

test('receives the notifications of its channel in order, and none of other channels', async () => {
  await listen()
  await notify('one')
  await notify('elsewhere', 'other changes')
  await notify('two')
  await expect.poll(() => received).toEqual(['one', 'two'])
  expect(reconnects).toBe(0)
})

test('reconnects after the connection was cut, and reports that notifications may be missing', async () => {
  await listen()
  for (const times of [1, 2]) {
    await sender.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${OURS}`, [
      `good-vibes ${CHANNEL}`,
    ])
    await expect.poll(() => reconnects, { interval: 5 }).toBe(times)
    await notify(`after cut ${times}`)
    await expect.poll(() => received.at(-1)).toBe(`after cut ${times}`)
  }
  expect(received).toEqual(['after cut 1', 'after cut 2'])
})

test('detects a silent peer, and retries while the database is down', async () => {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  let isDown = false
  const proxy = createServer((socket) => {
    if (isDown) return socket.resetAndDestroy()
    const upstream = connect(Number(port), hostname)
    socket.pipe(upstream).on('error', () => {})
    upstream.pipe(socket).on('error', () => {})
    sockets.add(socket)
    socket.once('close', () => upstream.destroy())
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  registerCleanup(() => proxy.close())
  replyTimeoutMs = undefined
  await listen(
    Object.assign(new URL(url), { port: String((proxy.address() as AddressInfo).port) }).href,
  )

  isDown = true
  for (const socket of sockets) socket.unpipe().pause()
  await expect.poll(() => logged).toHaveLength(1)
  const attempts = once(proxy, 'connection').then(() => once(proxy, 'connection'))
  await attempts
  expect({ reconnects, logged }).toEqual({
    reconnects: 0,
    logged: ['The LISTEN connection was lost'],
  })

  replyTimeoutMs = 60_000
  isDown = false
  await expect.poll(() => reconnects).toBe(1)
  await notify('back again')
  await expect.poll(() => received).toEqual(['back again'])
  expect(logged).toHaveLength(2)
})

test('a round trip delivers all earlier notifications first', async () => {
  const listener = await listen()
  for (let number = 1; number <= 100; number++) {
    await notify(String(number))
    expect(await listener.roundTrip()).toBe('1')
    expect(received.at(-1)).toBe(String(number))
  }
  await sender.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${OURS}`, [
    `good-vibes ${CHANNEL}`,
  ])
  await expect(listener.roundTrip()).rejects.toThrow()
  await expect.poll(() => reconnects, { interval: 5 }).toBe(1)
  expect(await listener.roundTrip()).toBe('1')
})

test('after closing, it receives nothing and no connection is left', async () => {
  const listener = await listen()
  expect(await connections()).toHaveLength(1)
  await listener.close()
  await expect.poll(connections).toEqual([])
  await notify('too late')
  expect(received).toEqual([])
})

test('rejects when the first connection fails', async () => {
  await expect(listen(Object.assign(new URL(url), { pathname: '/nowhere' }).href)).rejects.toThrow(
    'database "nowhere" does not exist',
  )
})
