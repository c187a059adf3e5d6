import { AppError, type FieldProblem, fieldProblem, inputError } from '#api/lib/errors.ts'
import { idParser } from '#api/lib/ids.ts'
import { isTokenScope, type TokenScope, tokenScopes } from '#rules/token-scopes.ts'

export const tokenNotFound = () =>
  new AppError('NOT_FOUND', 'TOKEN_NOT_FOUND', { field: 'apiTokenId' })
export const parseTokenId = idParser('ApiToken', tokenNotFound)

interface TokenInput {
  scopes: readonly string[]
  expiresAt?: Date | null | undefined
}

/**
 * Checks what a token may do and until when.
 * @param now in milliseconds since 1970
 * @returns each scope once, in the order of the documentation
 * @throws AppError BAD_INPUT with every problem
 */
export function checkToken(
  { scopes, expiresAt = null }: TokenInput,
  now: number = Date.now(),
): { scopes: TokenScope[]; expiresAt: Date | null } {
  const problems: FieldProblem[] = []
  if (!scopes.every(isTokenScope)) problems.push(fieldProblem('scopes', 'TOKEN_SCOPES_INVALID'))
  // Also refuses an invalid date.
  if (expiresAt && !(expiresAt.getTime() > now))
    problems.push(fieldProblem('expiresAt', 'TOKEN_EXPIRY_PAST'))
  if (problems.length > 0) throw inputError(problems)
  return { scopes: tokenScopes.filter((each) => scopes.includes(each)), expiresAt }
}
