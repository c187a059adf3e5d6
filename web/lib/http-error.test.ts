import { expect, test } from 'vitest'
import { checked, httpError, messageOf } from './http-error.ts'

const answer = {
  status: 500,
  statusText: 'Internal Server Error',
  contentType: 'text/plain',
  body: 'Resting',
}

test.each([
  ['the status, a colon, a space and the body', answer, '500: Resting'],
  [
    'the status text where the body is empty',
    { ...answer, body: '' },
    '500: Internal Server Error',
  ],
  [
    "a problem's detail",
    {
      ...answer,
      status: 413,
      contentType: 'application/problem+json; charset=utf-8',
      body: '{"title":"Too large","detail":"Too many bytes."}',
    },
    '413: Too many bytes.',
  ],
  [
    "a GraphQL answer's first message",
    {
      ...answer,
      contentType: 'application/graphql-response+json',
      body: '{"errors":[{"message":"Unexpected error."}]}',
    },
    '500: Unexpected error.',
  ],
  [
    'what claims to be a problem and is none, as it came',
    { ...answer, contentType: 'application/problem+json', body: '<html>' },
    '500: <html>',
  ],
  [
    'JSON of any other kind as it came',
    { ...answer, contentType: 'application/json', body: '{"a":1}' },
    '500: {"a":1}',
  ],
])('an error says %s', (_case, given, message) => {
  expect(httpError(given).message).toBe(message)
})

test('an answer of 2xx passes, any other is thrown', async () => {
  const fine = new Response('ok', { status: 201 })
  expect(await checked(fine)).toBe(fine)
  await expect(checked(new Response('no', { status: 404 }))).rejects.toMatchObject({
    status: 404,
    message: '404: no',
  })
})

test('what no person should read is told in other words', () => {
  expect(messageOf(new Error('500: Resting'), 'Please try again.')).toBe('500: Resting')
  expect(messageOf(new TypeError('Failed to fetch'), 'Please try again.')).toBe('Please try again.')
  expect(messageOf('thrown', 'Please try again.')).toBe('Please try again.')
})
