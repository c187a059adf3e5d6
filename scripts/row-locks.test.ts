import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './run.ts'

/** Not of a job, which skips the rows that another worker has. */
const ROW_LOCK = /\bFOR (?:UPDATE|NO KEY UPDATE|SHARE|KEY SHARE)\b(?! (?:OF \w+ )?SKIP LOCKED)/

/** What locks users or posts. All others lock rows of one account, or of one report. */
const DEFINITIONS = ['api/features/post/lock-posts.ts', 'api/features/user/lock-users.ts']

/** Statements that lock what they write, users before posts, each in the order of their ids. */
const STATEMENTS: Readonly<Record<string, string>> = {
  'api/features/bookmark/bookmark.write.ts': 'a member and a post',
  'api/features/follow/follow.write.ts': 'follows of several callers in a batch',
  'api/features/like/like.write.ts': 'likes of several callers in a batch',
  'api/features/notification/delivery.write.ts': 'recipients of a batch',
  'api/features/notification/group.write.ts': 'the people of a group',
  'api/features/notification/settings.write.ts': 'the settings of one account',
  'api/features/post/post.insert.ts': 'posts of several callers in a batch',
  'api/features/report/report.write.ts': 'a reporter and the subject',
  'api/features/share/share.write.ts': 'a share and its post',
  'api/features/thanks/thanks.write.ts': 'thanks and their post',
  'api/features/webhook/changes.write.ts': 'the owners of a batch of changes',
}

/** Rows that nothing else locks together with users or posts. */
const OTHERS: Readonly<Record<string, string>> = {
  'api/features/auth/account/delete-account.write.ts':
    'users whom a deletion changes, more strongly',
  'api/features/auth/password/login-methods.ts': 'the ways to sign in of one account',
  'api/features/auth/sign-in/sign-in.http.ts': 'the password of one account',
  'api/features/auth/two-factor/two-factor.write.ts': 'the key of one account',
  'api/features/media/media.cleanup.ts': 'one upload',
  'api/features/moderation/decision.write.ts': 'the reports of one subject',
  'api/features/moderation/queue.write.ts': 'one report',
}

test('row locks are taken where they are listed, in one order', () => {
  const found = globSync('api/**/*.{ts,sql}', {
    cwd: ROOT,
    exclude: ['**/*.test.ts', 'api/test/**', 'api/database/{generated,migrations,test-data}/**'],
  }).filter((file) => ROW_LOCK.test(readFileSync(path.join(ROOT, file), 'utf8')))
  const known = [...DEFINITIONS, ...Object.keys(STATEMENTS), ...Object.keys(OTHERS)]
  expect(found.toSorted()).toEqual(known.toSorted())
})
