import type { RequestHandler } from 'express'
import { sendProblem } from './problem.ts'
import type { Problem } from './problem-details.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
const READS = new Set(['GET', 'HEAD'])

export function isRead(method: string): boolean {
  return READS.has(method)
}

/** Bounds the values of a metric's label. */
export function methodLabel(method: string): string {
  return METHODS.includes(method) ? method : 'other'
}

/** Rejects other methods. That includes OPTIONS, since no other site may send requests (CORS). */
export const methodCheck: RequestHandler = (req, res, next) => {
  if (METHODS.includes(req.method)) return next()
  res.set('Allow', METHODS.join(', '))
  sendProblem(res, methodProblem(req.method))
}

export function methodProblem(method: string): Problem {
  return {
    status: 405,
    code: 'METHOD_NOT_ALLOWED',
    detail: `This server does not support the method ${method}.`,
  }
}
