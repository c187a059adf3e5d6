import type { TokenScope } from '#rules/token-scopes.ts'
import type { Context, TokenGrant, Viewer } from './context.ts'
import { AppError, type ErrorCode } from './lib/errors.ts'

/** Private lists and the moderation queue contain posts and users with the viewer's flags. */
const included: Partial<Record<TokenScope, TokenScope>> = {
  'read:private': 'read',
  moderate: 'read',
}

export function grantOf(viewer: Viewer, scopes: readonly TokenScope[]): TokenGrant {
  return { viewer, scopes: new Set(scopes.flatMap((each) => [each, included[each] ?? each])) }
}

/** The account of a request, by session or by token. It says nothing about what a token may do. */
export function accountOf({ viewer, token }: Pick<Context, 'viewer' | 'token'>): Viewer | null {
  return viewer ?? token?.viewer ?? null
}

/** @returns an AppError that names the scope. To reads, tokens without it are anonymous callers. */
export function scopeMissing(scope: TokenScope, code: ErrorCode = 'FORBIDDEN'): AppError {
  return new AppError(code, 'SCOPE_MISSING', {
    message: `This API token doesn’t have the scope ${scope}. Create one that has it in your settings.`,
  })
}

/**
 * The context of a change that needs a scope.
 * @throws AppError FORBIDDEN when the request's token does not have it
 */
export function requireScope(scope: TokenScope, context: Context): Context {
  if (context.token && !context.token.scopes.has(scope)) throw scopeMissing(scope)
  return withScope(scope, context)
}

const contexts = new WeakMap<Context, Context>()

/**
 * The context of a resolver that has a scope. It acts as the account if the token has the scope,
 * and as an anonymous caller otherwise. Requests without a token keep theirs.
 */
export function withScope(scope: TokenScope, context: Context): Context {
  const { token } = context
  return token?.scopes.has(scope) ? contextOfAccount(context, token) : context
}

/** One for each request, because rows are cached by context. */
function contextOfAccount(context: Context, token: TokenGrant): Context {
  const known = contexts.get(context)
  if (known) return known
  const acting = { ...context, viewer: viewerOf(token) }
  contexts.set(context, acting)
  return acting
}

/** Only the scope `moderate` gives a token the powers of a moderator. */
function viewerOf({ viewer, scopes }: TokenGrant): Viewer {
  return scopes.has('moderate') ? viewer : { ...viewer, role: 'MEMBER' }
}

/** The context with the account's state as it is now, for events of a subscription. */
export function withPresentViewer(context: Context, present: Viewer | null): Context {
  if (!context.token) return { ...context, viewer: present }
  if (!present) return { ...context, viewer: null, token: null }
  const token = { ...context.token, viewer: present }
  return { ...context, token, viewer: context.viewer && viewerOf(token) }
}
