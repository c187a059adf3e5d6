import { expect, test } from 'vitest'
import { assertOk, messageOf, toHttpError } from './http-error.ts'

const response = {
  status: 500,
  statusText: 'Internal Server Error',
  contentType: 'text/plain',
  body: 'Resting',
}

test.each([
  ['the status, a colon, a space and the body', response, '500: Resting'],
  [
    'the status text where the body is empty',
    { ...response, body: '' },
    '500: Internal Server Error',
  ],
  [
    "a problem's detail",
    {
      ...response,
      status: 413,
      contentType: 'application/problem+json; charset=utf-8',
      body: '{"title":"Too large","detail":"Too many bytes."}',
    },
    '413: Too many bytes.',
  ],
  [
    "a GraphQL response's first message",
    {
      ...response,
      contentType: 'application/graphql-response+json',
      body: '{"errors":[{"message":"Unexpected error."}]}',
    },
    '500: Unexpected error.',
  ],
  [
    'the unchanged body when it claims to be a problem but is not JSON',
    { ...response, contentType: 'application/problem+json', body: '<html>' },
    '500: <html>',
  ],
  [
    'the unchanged body for any other JSON',
    { ...response, contentType: 'application/json', body: '{"a":1}' },
    '500: {"a":1}',
  ],
])('an error says %s', (_case, input, message) => {
  expect(toHttpError(input).message).toBe(message)
})

test('assertOk returns a 2xx response and throws for any other', async () => {
  const ok = new Response('ok', { status: 201 })
  expect(await assertOk(ok)).toBe(ok)
  await expect(assertOk(new Response('no', { status: 404 }))).rejects.toMatchObject({
    status: 404,
    message: '404: no',
  })
})

test('a technical error is replaced by the fallback message', () => {
  expect(messageOf(new Error('500: Resting'), 'Please try again.')).toBe('500: Resting')
  expect(messageOf(new TypeError('Failed to fetch'), 'Please try again.')).toBe('Please try again.')
  expect(messageOf('thrown', 'Please try again.')).toBe('Please try again.')
})
