/**
 * What a backup does with the rows of each table. Rows that sign an account in are left out, since the secret is in the same file.
 * A table that is not listed belongs to the operator or to an earlier version, and is saved.
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
