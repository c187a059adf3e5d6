/** What an API token can do beyond reading what anonymous callers read. */
export const tokenScopes = [
  'read',
  'read:private',
  'write:posts',
  'write:likes',
  'write:follows',
  'write:notifications',
  'write:profile',
  'moderate',
] as const

export type TokenScope = (typeof tokenScopes)[number]

export function isTokenScope(text: string): text is TokenScope {
  return (tokenScopes as readonly string[]).includes(text)
}
