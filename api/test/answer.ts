import { expect } from 'vitest'

/** The body of an answer that has to be JSON with this status. */
export async function jsonOf(response: Response, status = 200): Promise<unknown> {
  const text = await response.text()
  expect([response.status, response.headers.get('content-type'), text]).toEqual([
    status,
    'application/json; charset=utf-8',
    expect.any(String),
  ])
  return JSON.parse(text)
}
