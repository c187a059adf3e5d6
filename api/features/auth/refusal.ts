import { isAPIError } from 'better-auth/api'
import { messages } from '#rules/messages.ts'
import { AppError } from '../../errors.ts'

/** Runs a call of better-auth; what it refuses is refused in other words, and with no more than the caller may know. */
export async function inOurWords<T>(call: Promise<T>, words: (code: string) => AppError): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (isAPIError(error)) throw words(String(error.body?.code ?? ''))
    throw error
  }
}

export const signInFailed = () => new AppError('UNAUTHENTICATED', messages.signInFailed)

/** An unknown passkey and one of a disabled account get the same words. */
export function passkeySignInFailed(code: string): AppError {
  if (code === 'CHALLENGE_NOT_FOUND') return new AppError('BAD_INPUT', messages.passkeyTimedOut)
  return new AppError('UNAUTHENTICATED', messages.passkeyFailed)
}

export function passkeyNotAdded(code: string): AppError {
  if (code === 'CHALLENGE_NOT_FOUND') return new AppError('BAD_INPUT', messages.passkeyTimedOut)
  if (code === 'SESSION_NOT_FRESH') return new AppError('FORBIDDEN', messages.passkeyNeedsFreshSignIn)
  return new AppError('BAD_INPUT', messages.passkeyNotAdded)
}
