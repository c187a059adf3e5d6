import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import pg from 'pg'
import pino from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { afterwards } from '#api/test/afterwards.ts'
import { emptyDatabase } from '#api/test/database.ts'
import { listenForNotices } from './notices.ts'

const CHANNEL = 'some news'
let url: string
let sender: pg.Client
let heard: string[]
let doubts: number
let logged: string[]

beforeEach(async () => {
  url = await emptyDatabase()
  sender = new pg.Client({ connectionString: url })
  await sender.connect()
  afterwards(() => sender.end())
  heard = []
  doubts = 0
  logged = []
})

async function listen(at = url) {
  const notices = await listenForNotices(
    { url: at },
    {
      channel: CHANNEL,
      question: 'SELECT count(*) FROM pg_listening_channels()',
      log: pino({ level: 'info' }, { write: (line: string) => logged.push(JSON.parse(line).msg) }),
      onNotice: (payload) => heard.push(payload),
      onReconnect: () => doubts++,
    },
  )
  afterwards(notices.close)
  return notices
}

const tell = (payload: string, channel = CHANNEL) =>
  sender.query('SELECT pg_notify($1, $2)', [channel, payload])
const listeners = async () =>
  (
    await sender.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE application_name = $1`,
      [`good-vibes ${CHANNEL}`],
    )
  ).rows

test('what is told on the channel arrives, in order, and nothing of other channels', async () => {
  await listen()
  await tell('one')
  await tell('elsewhere', 'other news')
  await tell('two')
  await expect.poll(() => heard).toEqual(['one', 'two'])
  expect(doubts).toBe(0)
})

test('after its connection was cut it listens again, and says that something may have been missed', async () => {
  await listen()
  for (const times of [1, 2]) {
    await sender.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1`,
      [`good-vibes ${CHANNEL}`],
    )
    await expect.poll(() => doubts, { interval: 5 }).toBe(times)
    await tell(`after cut ${times}`)
    await expect.poll(() => heard.at(-1)).toBe(`after cut ${times}`)
  }
  expect(heard).toEqual(['after cut 1', 'after cut 2'])
})

test('a peer that falls silent is noticed, and a database that is away for some time is waited for', async () => {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  let away = false
  const between = createServer((socket) => {
    if (away) return socket.resetAndDestroy()
    const onward = connect(Number(port), hostname)
    socket.pipe(onward).on('error', () => {})
    onward.pipe(socket).on('error', () => {})
    sockets.add(socket)
    socket.once('close', () => onward.destroy())
  })
  between.listen(0, '127.0.0.1')
  await once(between, 'listening')
  afterwards(() => between.close())
  await listen(
    Object.assign(new URL(url), { port: String((between.address() as AddressInfo).port) }).href,
  )

  away = true
  for (const socket of sockets) socket.unpipe().pause()
  await expect.poll(() => logged, { timeout: 10_000 }).toHaveLength(1)
  const attempts = once(between, 'connection').then(() => once(between, 'connection'))
  await attempts
  expect({ doubts, logged }).toEqual({ doubts: 0, logged: ['The LISTEN connection was lost'] })

  away = false
  await expect.poll(() => doubts, { timeout: 10_000 }).toBe(1)
  await tell('back again')
  await expect.poll(() => heard).toEqual(['back again'])
  expect(logged).toHaveLength(2)
})

test('with the answer to its question all is there that was told before, however soon it is asked', async () => {
  const notices = await listen()
  for (let number = 1; number <= 100; number++) {
    await tell(String(number))
    expect(await notices.ask()).toBe('1')
    expect(heard.at(-1)).toBe(String(number))
  }
  await sender.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1`,
    [`good-vibes ${CHANNEL}`],
  )
  await expect(notices.ask()).rejects.toThrow()
  await expect.poll(() => doubts, { interval: 5 }).toBe(1)
  expect(await notices.ask()).toBe('1')
})

test('after closing nothing is heard and no connection is left', async () => {
  const notices = await listen()
  expect(await listeners()).toHaveLength(1)
  await notices.close()
  await expect.poll(listeners).toEqual([])
  await tell('too late')
  expect(heard).toEqual([])
})

test('a database that does not answer at first is the caller’s to know', async () => {
  await expect(listen(Object.assign(new URL(url), { pathname: '/nowhere' }).href)).rejects.toThrow(
    'database "nowhere" does not exist',
  )
})
