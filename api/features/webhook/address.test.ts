import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { startWebhookReceiver } from '#api/test/servers/webhook-receiver.ts'
import { reasons } from '#rules/reasons.ts'
import type { Resolve } from './address.ts'
import { send } from './send.ts'
import { checkWebhookUrl, parseWebhookUrl } from './webhook.rules.ts'

const receiver = await startWebhookReceiver()
registerCleanup(receiver.close)
const { port } = new URL(receiver.url)
const message = (url: string) => ({ url, headers: {}, body: '{}' })

const privateHosts = [
  ...['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '0x7f.1', '127.0.0.1.'],
  ...['0.0.0.0', '0', '10.0.0.1', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1'],
  ...['192.0.0.1', '198.18.0.1', '192.0.2.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
  ...['[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:a9fe:a9fe]', '[::127.0.0.1]', '[fe80::1]'],
  ...['[fc00::1]', '[fd00:ec2::254]', '[ff02::1]', '[64:ff9b::7f00:1]', '[2002:7f00:1::]'],
  ...['[2001:db8::1]', '[2001::1]', '[100::1]', 'localhost', 'LOCALHOST.', 'sub.localhost'],
  ...['printer.local', 'metadata.google.internal', 'router.lan', 'nas.home.arpa', 'intranet'],
  // Full-width digits and dots, which a URL's parser normalizes.
  ...['１２７．０．０．１', '①②⑦.0.0.1'],
]

test.each(privateHosts)('attack 64: %s is refused', async (host) => {
  const error = { code: 'BAD_INPUT', reason: 'WEBHOOK_URL_PRIVATE' }
  await expect(checkWebhookUrl(`https://${host}/hook`, false)).rejects.toMatchObject(error)
  // Also if it was stored while it was allowed.
  const outcome = await send(message(`https://${host}/`), { allowPrivate: false })
  expect(outcome).toHaveProperty('failure')
})

test.each([
  'http://example.com/',
  'https://user@example.com/',
  'https://user:secret@example.com/',
  'https://example.com@127.0.0.1/',
  'ftp://example.com/',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'gopher://example.com/',
  '//example.com',
  'example.com',
  'https://',
  '',
])('%s is no address of a webhook', (url) => {
  expect(() => parseWebhookUrl(url, false)).toThrow(reasons.WEBHOOK_URL_INVALID)
})

test('an address that is too long is refused', () => {
  const url = `https://example.com/${'x'.repeat(2_048)}`
  expect(() => parseWebhookUrl(url, false)).toThrow(reasons.WEBHOOK_URL_INVALID)
})

test('ports of other services are refused', () => {
  for (const port of [22, 25, 80, 1023])
    expect(() => parseWebhookUrl(`https://example.com:${port}/`, false)).toThrow(
      reasons.WEBHOOK_PORT_INVALID,
    )
  for (const port of [443, 1024, 8443])
    expect(parseWebhookUrl(`https://example.com:${port}/`, false).hostname).toBe('example.com')
})

test('public addresses are accepted', () => {
  for (const host of [
    'example.com',
    '93.184.216.34',
    '[2606:2800:220:1::1]',
    'xn--bcher-kva.example',
  ])
    expect(parseWebhookUrl(`https://${host}/hook#part`, false).href).toBe(`https://${host}/hook`)
})

/** Answers each name with the next of these addresses. */
const resolvesTo = (...addresses: string[][]): Resolve & { calls: number } => {
  const resolve = Object.assign(
    ((_hostname, _options, done) => {
      const next = addresses[Math.min(resolve.calls++, addresses.length - 1)] ?? []
      done(
        null,
        next.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )
    }) as Resolve,
    { calls: 0 },
  )
  return resolve
}

/** Counts connections to a port of the loopback interface. */
async function countConnections() {
  const server = createServer((socket) => {
    count.connections++
    socket.destroy()
  })
  const count = { connections: 0 }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  registerCleanup(() => server.close())
  const address = server.address()
  return { count, port: typeof address === 'object' && address ? address.port : 0 }
}

test('attack 64: a name that resolves to a private address is not connected to', async () => {
  const { count, port } = await countConnections()
  const failure = 'The name has an address on a private network.'
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '169.254.169.254', '10.1.2.3'])
    for (const addresses of [[address], ['93.184.216.34', address]]) {
      const resolve = resolvesTo(addresses)
      const url = `https://hook.example:${port}/`
      expect(await send(message(url), { allowPrivate: false, resolve })).toEqual({ failure })
      expect(resolve.calls).toBe(1)
    }
  expect(count.connections).toBe(0)
})

test('attack 64: a webhook to a name with a private address is refused', async () => {
  const url = 'https://hook.example/'
  const error = { code: 'BAD_INPUT', reason: 'WEBHOOK_URL_PRIVATE' }
  const mixed = resolvesTo(['93.184.216.34', '10.1.2.3'])
  await expect(checkWebhookUrl(url, false, mixed)).rejects.toMatchObject(error)
  expect(await checkWebhookUrl(url, false, resolvesTo(['93.184.216.34']))).toBe(url)
})

test('attack 64: a name that changes its address after the check is checked again', async () => {
  const { count, port } = await countConnections()
  const resolve = resolvesTo(['192.0.9.1'], ['127.0.0.1'])
  const url = `https://hook.example:${port}/`
  // The first address is public, and does not answer.
  const first = await send(message(url), { allowPrivate: false, resolve, timeoutMs: 50 })
  expect(first).toHaveProperty('failure')
  const second = await send(message(url), { allowPrivate: false, resolve })
  expect(second).toEqual({ failure: 'The name has an address on a private network.' })
  expect(resolve.calls).toBe(2)
  expect(count.connections).toBe(0)
})

test('attack 64: redirects are not followed', async () => {
  receiver.messages.length = 0
  receiver.respond = (res) => res.writeHead(307, { location: receiver.url }).end()
  expect(await send(message(receiver.url), { allowPrivate: true })).toEqual({ status: 307 })
  expect(receiver.messages).toHaveLength(1)
})

test('attack 64: an endless response ends with its headers, and a silent one in time', async () => {
  const closed = Promise.withResolvers<void>()
  receiver.respond = (res) => {
    res.writeHead(200)
    const timer = setInterval(() => res.write('x'.repeat(64 * 1024)), 1)
    res.on('close', () => {
      clearInterval(timer)
      closed.resolve()
    })
  }
  expect(await send(message(receiver.url), { allowPrivate: true })).toEqual({ status: 200 })
  await closed.promise
  receiver.respond = () => {}
  expect(await send(message(receiver.url), { allowPrivate: true, timeoutMs: 100 })).toEqual({
    failure: 'There was no response within 0.1 seconds.',
  })
  receiver.respond = (res) => res.writeHead(200, { 'x-long': 'x'.repeat(20_000) }).end()
  expect(await send(message(receiver.url), { allowPrivate: true })).toHaveProperty('failure')
})

test('WEBHOOK_ALLOW_PRIVATE allows private addresses and HTTP, and nothing else', async () => {
  expect(await checkWebhookUrl(`http://localhost:${port}/hook`, true)).toBe(
    `http://localhost:${port}/hook`,
  )
  for (const url of ['ftp://localhost/', 'https://user@localhost/'])
    expect(() => parseWebhookUrl(url, true)).toThrow(reasons.WEBHOOK_URL_INVALID)
})
