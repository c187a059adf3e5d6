import type { Visitor, VisitorRequest } from '#api/test/visitor.ts'

/** A request that is to be made, and what may come back. */
export interface AnyRequest {
  method: string
  path: string
  headers?: Record<string, string>
  body?: string | Buffer<ArrayBuffer>
  /** What is wrong with an answer below 500; null when nothing is. */
  judge: (answer: Answer) => string | null
}

export interface Answer {
  status: number
  type: string
  text: string
}

/**
 * Makes a request.
 * @param longest milliseconds that the answer may take
 * @throws Error that says what is wrong with the answer
 */
export async function askFor(
  { judge, path, ...request }: AnyRequest,
  who: Visitor,
  longest: number,
): Promise<Answer> {
  const began = performance.now()
  const given: VisitorRequest = { ...request, signal: AbortSignal.timeout(longest) }
  const response = await who.fetch(path, given).catch((error: Error) => {
    throw new Error(
      `No answer after ${Math.round(performance.now() - began)} ms: ${error.name} ${String(error.cause ?? error.message)}`,
    )
  })
  const answer = {
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    text: await response.text(),
  }
  const wrong =
    answer.status >= 500 ? 'It is a fault of the server.' : (leakIn(answer.text) ?? judge(answer))
  if (wrong)
    throw new Error(
      `${wrong}\n  answered ${answer.status} ${answer.type}: ${answer.text.slice(0, 500)}`,
    )
  return answer
}

/** Of the inside of the server nothing is told: no stack, no path, no name of what it is built of. */
function leakIn(text: string): string | null {
  return /\n\s+at .+:\d+:\d+|node_modules|prisma|zoderror/i.test(text)
    ? 'It tells of the inside of the server.'
    : null
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
