import type { IncomingHttpHeaders } from 'node:http'
import { ACCOUNT_HEADER } from '#rules/account-header.ts'
import type { Context } from './context.ts'
import { AppError } from './lib/errors.ts'
import { toPublicId } from './lib/ids.ts'
import { accountOf } from './token-grant.ts'

const NAME = ACCOUNT_HEADER.toLowerCase()

/** The account that a page shows, as its request says. It grants nothing. */
export function namedAccountIn(headers: IncomingHttpHeaders): string | undefined {
  const named = headers[NAME]
  return Array.isArray(named) ? named.join() : named
}

/**
 * Whether another account would act than the page shows. A caller without an account is no
 * other one: it can change nothing, and learns that it has to sign in.
 */
export function isAnotherAccount(
  context: Pick<Context, 'viewer' | 'token' | 'namedAccount'>,
): boolean {
  const { namedAccount } = context
  const account = accountOf(context)
  return (
    namedAccount !== undefined &&
    account !== null &&
    namedAccount !== toPublicId('User', account.id)
  )
}

/** @throws AppError CONFLICT if another account would act than the page shows */
export function refuseAnotherAccount(context: Parameters<typeof isAnotherAccount>[0]): void {
  if (isAnotherAccount(context)) throw accountChanged()
}

export const accountChanged = () => new AppError('CONFLICT', 'ACCOUNT_CHANGED')
