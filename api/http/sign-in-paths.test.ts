import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { expect, test } from 'vitest'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { rawRequest } from '#api/test/servers/raw-request.ts'
import { slowServer } from '#api/test/servers/slow-server.ts'

const HEAD = 'Host: localhost\r\nContent-Type: application/json\r\n'
const head = (path: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nConnection: close\r\n${HEAD}Content-Length: ${length}\r\n\r\n`

/** Whether Express routes a path to the account routes. */
async function isRouted(path: string): Promise<boolean> {
  const app = express().use('/api/auth', (_req, res) => void res.end('routed'))
  const server = app.listen(0, 'localhost')
  registerCleanup(() => server.close())
  await once(server, 'listening')
  const { body } = await rawRequest(`http://localhost:${(server.address() as AddressInfo).port}`, {
    path,
  })
  return body === 'routed'
}

test.each([
  ['/API/Auth/Sign-In/email', true],
  ['/api/AUTH', true],
  ['/api/auth/sign-in/email/', true],
  ['/api/auth//sign-in/email', true],
  ['/api/auth?x', true],
  ['http://localhost/API/auth/sign-in/email', true],
  ['/api//auth/sign-in/email', false],
  ['//api/auth/sign-in/email', false],
  ['/api/authors', false],
  ['/%61pi/auth/sign-in/email', false],
  ['/nowhere?/api/auth/', false],
])('attack 31: %s counts as a sign-in if the router says so: %s', async (path, isSignIn) => {
  expect(await isRouted(path)).toBe(isSignIn)
  const { pending, sendRawUntilClosed } = await slowServer()
  for (let i = 0; i < 64; i++) void sendRawUntilClosed(`${head('/api/auth/sign-in/email', 2)}{}`)
  await expect.poll(() => pending.length).toBe(64)
  const next = sendRawUntilClosed(`${head(path, 2)}{}`)
  if (isSignIn) expect(await next).toMatch(/^HTTP\/1\.1 503 /)
  else await expect.poll(() => pending.length).toBe(65)
})
