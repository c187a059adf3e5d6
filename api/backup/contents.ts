/**
 * What a backup does with the rows of each table. Left out is whatever signs somebody in by itself: the secret that makes those rows
 * work is in the same file. A table that is not here is the operator's own, or an earlier version's, and is saved.
 */
export const contents: Readonly<Record<string, 'saved' | 'left out'>> = {
  Account: 'saved',
  Like: 'saved',
  MailLink: 'left out',
  Media: 'saved',
  Passkey: 'saved',
  Post: 'saved',
  PostKey: 'saved',
  PostSearch: 'saved',
  RecoveryCode: 'saved',
  Session: 'left out',
  TwoFactor: 'saved',
  User: 'saved',
  UserSearch: 'saved',
  Verification: 'left out',
}

export function isSaved({ name }: { name: string }): boolean {
  return contents[name] !== 'left out'
}
