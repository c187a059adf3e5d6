import { expect } from 'vitest'

export interface ProblemBody {
  type: string
  title: string
  status: number
  code: string
  detail: string
  errors?: { field: string; code: string; message: string }[]
  requestId?: string
}

/** Expects problem+json with this status, and returns the parsed body. */
export async function expectProblem(response: Response, status: number): Promise<ProblemBody> {
  const text = await response.text()
  expect([response.status, response.headers.get('content-type'), text]).toEqual([
    status,
    'application/problem+json; charset=utf-8',
    expect.any(String),
  ])
  const body = JSON.parse(text) as ProblemBody
  expect(body).toMatchObject({
    type: 'about:blank',
    title: expect.any(String),
    status,
    code: expect.stringMatching(/^[A-Z][A-Z_]+$/),
    detail: expect.any(String),
  })
  return body
}
