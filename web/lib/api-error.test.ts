import { expect, test } from 'vitest'
import { assertOk, messageOf, toApiError } from './api-error.ts'

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
    'the unchanged body of a problem without a detail',
    {
      ...response,
      contentType: 'application/problem+json',
      body: '{"detail":7,"errors":{"field":"name"}}',
    },
    '500: {"detail":7,"errors":{"field":"name"}}',
  ],
  [
    'the unchanged body of JSON that is not an object',
    { ...response, contentType: 'application/problem+json', body: 'null' },
    '500: null',
  ],
  [
    "a GraphQL response's body without errors",
    { ...response, contentType: 'application/graphql-response+json', body: '{"errors":"none"}' },
    '500: {"errors":"none"}',
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
  expect(toApiError(input).message).toBe(message)
})

test('the code is the reason of a problem or of the first GraphQL error', () => {
  const problem = { ...response, contentType: 'application/problem+json' }
  const graphql = { ...response, contentType: 'application/graphql-response+json' }
  expect(toApiError({ ...problem, body: '{"code":"POST_EMPTY"}' }).code).toBe('POST_EMPTY')
  expect(
    toApiError({
      ...graphql,
      body: '{"errors":[{"message":"No.","extensions":{"reason":"SIGN_IN_FIRST"}}]}',
    }).code,
  ).toBe('SIGN_IN_FIRST')
  expect(toApiError({ ...graphql, body: '{"errors":[{"extensions":7}]}' }).code).toBeUndefined()
})

test('the fields of a problem are its valid errors', () => {
  const body = JSON.stringify({
    detail: 'No.',
    errors: [{ field: 'name', message: 'Too long.' }, null, 'x', { field: 7, message: 'None.' }],
  })
  const { fields } = toApiError({ ...response, contentType: 'application/problem+json', body })
  expect(fields).toEqual({ name: 'Too long.' })
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
