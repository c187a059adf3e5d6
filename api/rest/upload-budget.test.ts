import { connect } from 'node:net'
import { expect, test, vi } from 'vitest'
import { BodyBudget } from '#api/admission/bodies.ts'
import { expectProblem } from '#api/test/operations/problem-response.ts'
import { MEGABYTE, pictureServer } from '#api/test/pictures/picture-requests.ts'
import { png } from '#api/test/pictures/pictures.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'

const { server, ann, send } = await pictureServer()

test('an upload for which there is no memory is 503 with Retry-After', async () => {
  const full = { grow: () => false, growTo: () => false, release() {} }
  const reserve = vi.spyOn(BodyBudget.prototype, 'reserve').mockReturnValue(full)
  const response = await send(png())
  reserve.mockRestore()
  expect(response.headers.get('retry-after')).toMatch(/^\d+$/)
  await expectProblem(response, 503)
  expect((await send(png())).status).toBe(201)
})

test.each([
  ['that nobody signed in for', ''],
  ['of a member', ann.cookieHeader()],
])('announced uploads %s reserve no memory', async (_whose, cookie) => {
  const reserve = vi.spyOn(BodyBudget.prototype, 'reserve')
  const { port, host } = new URL(server.url)
  let connections = 0
  server.http.on('connection', () => connections++)
  for (let count = 0; count < 24; count++) {
    const socket = connect(Number(port), 'localhost').on('error', () => {})
    registerCleanup(() => socket.destroy())
    socket.write(
      [
        'POST /api/media HTTP/1.1',
        `Host: ${host}`,
        `Origin: ${server.url}`,
        `Cookie: ${cookie}`,
        'Content-Type: multipart/form-data; boundary=b',
        `Content-Length: ${5 * MEGABYTE}`,
        '\r\n--b',
      ].join('\r\n'),
    )
  }
  await expect.poll(() => connections).toBe(24)
  if (cookie) await expect.poll(() => reserve.mock.calls.length).toBe(24)
  const uploads = Array.from({ length: 28 }, () => send(png()))
  const statuses = (await Promise.all(uploads)).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([201]))
})
