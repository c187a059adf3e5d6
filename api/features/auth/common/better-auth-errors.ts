import { isAPIError } from 'better-auth/api'
import { violates } from '#api/database/constraint.ts'
import { AppError } from '#api/lib/errors.ts'

/**
 * Replaces better-auth's API errors, whose messages may reveal whether an account exists.
 * @param toError maps better-auth's error code; empty for an account that was deleted meanwhile
 */
export async function mapApiErrors<T>(
  call: Promise<T>,
  toError: (code: string) => Error,
): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (isAPIError(error)) throw toError(String(error.body?.code ?? ''))
    if (violates(error, 'foreign key')) throw toError('')
    throw error
  }
}

export const signInFailed = () => new AppError('UNAUTHENTICATED', 'SIGN_IN_FAILED')

/** An unknown passkey and one of a disabled account get the same message. */
export function passkeySignInFailed(code: string): AppError {
  if (code === 'CHALLENGE_NOT_FOUND') return new AppError('BAD_INPUT', 'PASSKEY_TIMED_OUT')
  return new AppError('UNAUTHENTICATED', 'PASSKEY_FAILED')
}

export function passkeyNotAdded(code: string): AppError {
  if (code === 'CHALLENGE_NOT_FOUND') return new AppError('BAD_INPUT', 'PASSKEY_TIMED_OUT')
  return new AppError('BAD_INPUT', 'PASSKEY_NOT_ADDED')
}
