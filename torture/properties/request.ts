import type { BrowserRequest, TestBrowser } from '#api/test/people/browser.ts'

/** A generated request and the check of its response. */
export interface AnyRequest {
  method: string
  path: string
  headers?: Record<string, string>
  body?: string | Buffer<ArrayBuffer>
  /** @returns what is wrong with a response below 500, or null */
  validate: (response: ReceivedResponse) => string | null
}

export interface ReceivedResponse {
  status: number
  type: string
  text: string
}

/** @throws Error when the response is invalid or takes too long */
export async function sendRequest(
  { validate, path, ...request }: AnyRequest,
  visitor: TestBrowser,
  timeoutMs: number,
): Promise<ReceivedResponse> {
  const startedAt = performance.now()
  const options: BrowserRequest = { ...request, signal: AbortSignal.timeout(timeoutMs) }
  const response = await visitor.fetch(path, options).catch((error: Error) => {
    throw new Error(
      `No response after ${Math.round(performance.now() - startedAt)} ms: ${error.name} ${String(error.cause ?? error.message)}`,
    )
  })
  const received = {
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    text: await response.text(),
  }
  const problem =
    received.status >= 500 ? 'The server failed.' : (leakIn(received.text) ?? validate(received))
  if (problem)
    throw new Error(
      `${problem}\n  Response ${received.status} ${received.type}: ${received.text.slice(0, 500)}`,
    )
  return received
}

/** Responses must not contain stacks, paths or names of libraries. */
function leakIn(text: string): string | null {
  return /\n\s+at .+:\d+:\d+|node_modules|prisma|zoderror/i.test(text)
    ? 'The response leaks internals of the server.'
    : null
}

/** @returns undefined if the text is no JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
