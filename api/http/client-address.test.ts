import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { recordingLog } from '#api/test/servers/recording-log.ts'
import { testServer } from '#api/test/servers/server.ts'
import { createClientAddress } from './client-address.ts'

const { log, logLines: lines } = recordingLog()

function keyOf(forwardedFor: string, { trustProxy = 1, socket = '10.0.0.1' } = {}): string {
  const addressOf = createClientAddress({ trustProxy }, log)
  return addressOf({
    headers: { 'x-forwarded-for': forwardedFor },
    socket: { remoteAddress: socket },
  } as unknown as IncomingMessage)
}

test.each([
  ['198.51.100.7', '198.51.100.7'],
  ['198.51.100.7:5678', '198.51.100.7'],
  ['198.51.100.7:', '198.51.100.7'],
  ['"198.51.100.7:5678"', '198.51.100.7'],
  [' 198.51.100.7 ', '198.51.100.7'],
  ['evil, 198.51.100.7:5678', '198.51.100.7'],
  ['[198.51.100.7]:80', '198.51.100.7'],
  ['::ffff:198.51.100.7', '198.51.100.7'],
  ['::ffff:c633:6407', '198.51.100.7'],
  ['[::ffff:198.51.100.7]:5678', '198.51.100.7'],
  ['2001:db8:1:2:3::4', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2:ffff::1', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::3]', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::3]:5678', '2001:db8:1:2::/64'],
  ['"[2001:db8:1:2::3]:5678"', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['[fe80::1%25en0]:5678', 'fe80:0:0:0::/64'],
  ['fe80::1%wl-p3.0', 'fe80:0:0:0::/64'],
])('the client %j counts as %s', (forwardedFor, key) => {
  lines.length = 0
  expect(keyOf(forwardedFor)).toBe(key)
  expect(lines).toEqual([])
})

test.each([
  'unknown',
  '_hidden',
  '1.2.3',
  '0x7f000001',
  '198.51.100.7:80:90',
  '[198.51.100.7',
  '198.51.100.256',
  '[]:80',
  '2001:db8::1::2',
  '\xff',
])('the client %j counts as the proxy', (forwardedFor) => {
  expect(keyOf(forwardedFor)).toBe('10.0.0.1')
  expect(keyOf(`${forwardedFor}, 203.0.113.5:1`, { trustProxy: 2 })).toBe('203.0.113.5')
  expect(keyOf(forwardedFor, { trustProxy: 2, socket: '::1' })).toBe('0:0:0:0::/64')
})

test('an untrusted X-Forwarded-For is ignored', () => {
  for (const forwardedFor of ['198.51.100.7', 'unknown', '198.51.100.7:1, 203.0.113.5'])
    expect(keyOf(forwardedFor, { trustProxy: 0 })).toBe('10.0.0.1')
})

test('clients behind a proxy that appends ports have limits of their own; an unreadable address is logged once', async () => {
  const server = await testServer({ settings: { trustProxy: 1 } })
  const { limits } = server.services
  const keys: string[] = []
  limits.consume = async (_limit, key) => {
    keys.push(key)
    return null
  }
  const search = (forwardedFor: string) =>
    fetch(`${server.url}/api/search?q=sun`, { headers: { 'x-forwarded-for': forwardedFor } })
  for (const address of ['198.51.100.7:5678', '198.51.100.8:5678', 'unknown', 'hidden'])
    expect((await search(address)).status).toBe(200)
  expect(keys.slice(0, 2)).toEqual(['198.51.100.7', '198.51.100.8'])
  expect(keys[2]).toBe(keys[3])
  expect(keys[2]).not.toBe('unknown')
  const reports = server.logLines.filter((line) => line.includes('X-Forwarded-For'))
  expect(reports.map((line) => JSON.parse(line).address)).toEqual(['unknown'])
})
