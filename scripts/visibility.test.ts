import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './run.ts'

/** The columns and tables that decide who sees what, and the queries of Prisma's client. */
const VISIBILITY =
  /\b(?:hiddenAt|hiddenUntil|hiddenByOperatorAt|suspendedAt|suspendedUntil)\b|"(?:Block|Mute)"|\.(?:block|mute)\./

/** Everything else asks these: `visible_posts`, `canSee` and their like. */
const DEFINITIONS = [
  'api/database/functions/blocks_between.sql',
  'api/database/functions/hidden_users.sql',
  'api/database/functions/hides_between.sql',
  'api/database/functions/listed_posts.sql',
  'api/database/functions/listed_replies.sql',
  'api/database/functions/visible_notifications.sql',
  'api/database/functions/visible_posts.sql',
  'api/features/user/suspension.ts',
  'api/features/visibility/is-shown-by.ts',
  'api/viewer.ts',
]

/** What writes the columns, shows them to their owner or to moderators, or times a cache. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'api/database/functions/announce_users.sql': 'notifies workers of a change',
  'api/features/auth/account/delete-account.write.ts': 'locks the people of a deleted account',
  'api/features/block/block.read.ts': 'lists the blocks of the viewer',
  'api/features/block/block.write.ts': 'writes blocks and mutes',
  'api/features/export/export.people.ts': 'exports the blocks and mutes of the account',
  'api/features/feed/recent-posts.ts': 'ends a cached page when a post is shown again',
  'api/features/follow/suggestions.read.ts': 'excludes suspended people',
  'api/features/invitation/invitation.read.ts': 'reads the columns for suspensionAt',
  'api/features/moderation/decision.rules.ts': 'computes a suspension',
  'api/features/moderation/hide.write.ts': 'hides posts',
  'api/features/moderation/moderation.read.ts': 'shows moderators the history of an author',
  'api/features/post/idempotency-key.ts': 'is_hidden, for the first post of a key',
  'api/features/post/post.write.ts': 'the operator hides a post',
  'api/features/user/user.row.ts': 'isMuted and isBlocked of the viewer',
}

test('only the definitions of visibility read what hides posts and people', () => {
  const found = globSync('api/**/*.{ts,sql}', {
    cwd: ROOT,
    exclude: ['**/*.test.ts', 'api/test/**', 'api/database/{generated,migrations,test-data}/**'],
  }).filter((file) => VISIBILITY.test(withoutComments(readFileSync(path.join(ROOT, file), 'utf8'))))
  expect(found.sort()).toEqual([...DEFINITIONS, ...Object.keys(EXCEPTIONS)].sort())
})

const withoutComments = (text: string) =>
  text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*(?:\/\/|--).*$/gm, '')
