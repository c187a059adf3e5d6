import type { Response } from 'express'
import type { Context } from '#api/context.ts'

/** What middleware stores on a response for the handlers after it. Features add parts by declaration merging. */
export interface Locals {
  requestId: string
  /** Set once the caller is known; before that there is no door. */
  context: Context
}

export function localsOf(res: Response): Locals {
  return res.locals as Locals
}

export function contextOf(res: Response): Context {
  return localsOf(res).context
}
