import { expect, test } from 'vitest'
import { checked } from './http-error.ts'

const refusal = (body: string, status: number, statusText: string, contentType = 'text/plain') =>
  checked(new Response(body, { status, statusText, headers: { 'Content-Type': contentType } })).then(
    () => 'passed on',
    (error: Error) => error.message,
  )

test('an answer outside 2xx is an error of its status, a colon, a space and its body', async () => {
  expect(await refusal('Resting', 503, 'Service Unavailable')).toBe('503: Resting')
  expect(await refusal('Nothing here', 404, 'Not Found')).toBe('404: Nothing here')
})

test('without a body, the status text takes its place', async () => {
  expect(await refusal('', 502, 'Bad Gateway')).toBe('502: Bad Gateway')
})

test('of a problem, the detail is told', async () => {
  const problem = JSON.stringify({ title: 'Unauthorized', status: 401, detail: 'Please sign in first.' })
  expect(await refusal(problem, 401, 'Unauthorized', 'application/problem+json')).toBe('401: Please sign in first.')
})

test('any answer of 2xx is passed on', async () => {
  expect(await refusal('Made', 201, 'Created')).toBe('passed on')
})
