import { STATUS_CODES } from 'node:http'
import type { Reason } from '#rules/reasons.ts'

/** Problem details (RFC 9457). */
export interface Problem {
  status: number
  /** A stable name of the detail. */
  code: Reason
  /** A sentence for the user. */
  detail: string
  errors?: readonly { field: string; code: Reason; message: string }[]
  /** For an internal error: finds its log entry. */
  requestId?: string
}

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8'

export function problemJson({ status, code, detail, ...rest }: Problem): string {
  return JSON.stringify({
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    code,
    detail,
    ...rest,
  })
}
