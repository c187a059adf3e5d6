import type { Response } from 'express'
import type { Context } from '../context.ts'
import type { Session } from '../features/auth/session.ts'

/** What the edge found out about a request, for the doors behind it. */
interface Locals {
  requestId: string
  /** Set once the caller is known; before that there is no door. */
  context: Context
  session: Session | null
}

export function localsOf(res: Response): Locals {
  return res.locals as Locals
}

export function contextOf(res: Response): Context {
  return localsOf(res).context
}
