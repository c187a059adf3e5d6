import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { reasons } from '#rules/reasons.ts'
import { network } from '../test/network.ts'
import { request } from './request.ts'

const call = {
  method: 'PATCH',
  path: '/api/things/{id}',
  request: z.object({ name: z.string() }),
  response: z.object({ name: z.string() }),
} as const
const send = () => request(call, { params: { id: 'a/b' }, body: { name: 'Tea' } })
const respondWith = (response: Response) =>
  network.use(http.patch('*/api/things/:id', () => response))

test('sends the body to the path with its parameters and returns the parsed response', async () => {
  const received: unknown[] = []
  network.use(
    http.patch('*/api/things/:id', async ({ request, params }) => {
      received.push(params.id, await request.json())
      return HttpResponse.json({ name: 'Tea', more: true })
    }),
  )
  expect(await send()).toEqual({ name: 'Tea' })
  expect(received).toEqual(['a/b', { name: 'Tea' }])
})

test('an error has the status, the code, and the text of each reason', async () => {
  respondWith(
    HttpResponse.json(
      {
        code: 'PASSWORD_EMPTY',
        detail: 'from the server',
        errors: [
          { field: 'name', message: 'from the server', code: 'CODE_EMPTY' },
          { field: 'other', message: 'only the server knows' },
        ],
      },
      { status: 400, headers: { 'content-type': 'application/problem+json' } },
    ),
  )
  await expect(send()).rejects.toMatchObject({
    name: 'ApiError',
    status: 400,
    code: 'PASSWORD_EMPTY',
    message: `400: ${reasons.PASSWORD_EMPTY}`,
    fields: { name: reasons.CODE_EMPTY, other: 'only the server knows' },
  })
})

test.each([
  [
    'a status outside 2xx without a reason',
    () => HttpResponse.text('<html>', { status: 502 }),
    502,
  ],
  ['a body that is not what the call describes', () => HttpResponse.json({ name: 1 }), 200],
  ['a body that is not JSON', () => HttpResponse.text('Tea'), 200],
])('%s is an error in plain words', async (_case, response, status) => {
  respondWith(response())
  await expect(send()).rejects.toMatchObject({
    name: 'ApiError',
    status,
    detail: 'Something went wrong. Please try again.',
  })
})

test('an unreachable server is an error with advice', async () => {
  respondWith(HttpResponse.error())
  await expect(send()).rejects.toMatchObject({
    status: 0,
    message: 'We can’t reach Good Vibes. Check your connection and try again.',
  })
})
