import { isAPIError } from 'better-auth/api'
import { AppError } from '#api/lib/errors.ts'
import { words } from './messages.ts'

/** Runs a call of better-auth; what it refuses is refused in other words, and with no more than the caller may know. */
export async function inOurWords<T>(
  call: Promise<T>,
  refusal: (code: string) => Error,
): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (isAPIError(error)) throw refusal(String(error.body?.code ?? ''))
    throw error
  }
}

export const signInFailed = () => new AppError('UNAUTHENTICATED', words.signInFailed)

/** An unknown passkey and one of a disabled account get the same words. */
export function passkeySignInFailed(code: string): AppError {
  if (code === 'CHALLENGE_NOT_FOUND') return new AppError('BAD_INPUT', words.passkeyTimedOut)
  return new AppError('UNAUTHENTICATED', words.passkeyFailed)
}

export function passkeyNotAdded(code: string): AppError {
  if (code === 'CHALLENGE_NOT_FOUND') return new AppError('BAD_INPUT', words.passkeyTimedOut)
  return new AppError('BAD_INPUT', words.passkeyNotAdded)
}
