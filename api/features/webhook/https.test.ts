import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import tls from 'node:tls'
import { expect, test } from 'vitest'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { publicLookup } from './address.ts'
import { send } from './send.ts'

const read = (file: string) =>
  readFileSync(path.join(import.meta.dirname, '../../test/servers/certificates', file), 'utf8')
/** Valid for the name "localhost" alone. */
const certificate = read('localhost.crt')

async function startReceiver() {
  const received: { name: string | false | null; body: string }[] = []
  const server = createServer({ cert: certificate, key: read('localhost.key') }, (req, res) => {
    const { servername: name } = req.socket as tls.TLSSocket & { servername: string | false | null }
    void text(req).then((body) => {
      received.push({ name, body })
      res.writeHead(204).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  registerCleanup(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const sendTo = (host: string) =>
    send({ url: `https://${host}:${port}/`, headers: {}, body: '{}' }, { allowPrivate: true })
  return { received, sendTo }
}

test('a message over HTTPS arrives where the certificate is valid for the name', async () => {
  const { received, sendTo } = await startReceiver()
  const invalid = { failure: 'The certificate is not valid.' }
  // No authority has signed it.
  expect(await sendTo('localhost')).toEqual(invalid)
  const trusted = tls.getCACertificates()
  tls.setDefaultCACertificates([...trusted, certificate])
  registerCleanup(() => tls.setDefaultCACertificates(trusted))
  expect(await sendTo('127.0.0.1')).toEqual(invalid)
  expect(received).toEqual([])
  expect(await sendTo('localhost')).toEqual({ status: 204 })
  expect(received).toEqual([{ name: 'localhost', body: '{}' }])
})

test('a socket gets the public addresses of a name, or the first one', async () => {
  const addresses = [
    { address: '93.184.216.34', family: 4 },
    { address: '2606:2800:220:1::1', family: 6 },
  ]
  const lookup = publicLookup((_hostname, _options, done) => done(null, addresses))
  const lookUp = (all: boolean) =>
    new Promise((done) => lookup('hook.example', { all }, (...answer) => done(answer)))
  expect(await lookUp(true)).toEqual([null, addresses])
  expect(await lookUp(false)).toEqual([null, '93.184.216.34', 4])
})
