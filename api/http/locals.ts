import type { Response } from 'express'
import type { Context } from '#api/context.ts'

/** Typed `res.locals`. Features add properties by declaration merging. */
export interface Locals {
  requestId: string
  /** Set by the identity middleware, which precedes every handler that needs it. */
  context: Context
}

export function localsOf(res: Response): Locals {
  return res.locals as Locals
}

export function contextOf(res: Response): Context {
  return localsOf(res).context
}
