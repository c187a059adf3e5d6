import { expect } from 'vitest'

/** Expects JSON with this status, and returns the parsed body. */
export async function expectJson(response: Response, status = 200): Promise<unknown> {
  const text = await response.text()
  expect([response.status, response.headers.get('content-type'), text]).toEqual([
    status,
    'application/json; charset=utf-8',
    expect.any(String),
  ])
  return JSON.parse(text)
}
