import type { RequestHandler } from 'express'
import { sendProblem } from './problem.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE']
const READS = new Set(['GET', 'HEAD'])

export function isRead(method: string): boolean {
  return READS.has(method)
}

/** A method as a label of metrics. */
export function methodLabel(method: string): string {
  return METHODS.includes(method) ? method : 'other'
}

/** Nothing here answers to any other method; OPTIONS included, since no other site may call. */
export const methodCheck: RequestHandler = (req, res, next) => {
  if (METHODS.includes(req.method)) return next()
  res.set('Allow', METHODS.join(', '))
  sendProblem(res, { status: 405, detail: `Nothing here answers to ${req.method}.` })
}
