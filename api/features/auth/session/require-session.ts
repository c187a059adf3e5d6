import type { Response } from 'express'
import { localsOf } from '#api/http/locals.ts'
import { AppError } from '#api/lib/errors.ts'
import type { Session } from './session.ts'

/** @throws AppError UNAUTHENTICATED without a session, also for the demo user */
export function requireSession(res: Response): Session {
  const { session } = localsOf(res)
  if (!session) throw new AppError('UNAUTHENTICATED', 'SIGN_IN_FIRST')
  return session
}
