import { query as on } from '#api/database/embedded/cluster.ts'
import { findEmbedded } from '#api/database/embedded/embedded.ts'
import { IdGenerator } from '#api/lib/ids.ts'
import type { Role } from '../web/apollo/schema.generated.ts'
import { addThreads } from './thread-data.ts'

/** The code of an invitation that every product of the journeys has. */
export const INVITATION_CODE = 'an-invitation-to-journey'

/** Runs SQL in the database of a product. */
async function query(dataDir: string, text: string, values: unknown[] = []): Promise<void> {
  await on((await findEmbedded(dataDir)) ?? '', text, values)
}

/**
 * Adds what screens show and no visitor can make: an invitation, and people who wait for approval.
 */
export async function addExamples(dataDir: string): Promise<void> {
  const ids = new IdGenerator()
  await query(
    dataDir,
    `INSERT INTO "Invitation" ("id", "inviterId", "code", "maxUses", "expiresAt")
     SELECT $1, "id", $2, 1000, now() + interval '30 days' FROM "User" WHERE "username" = 'wren_draws'`,
    [ids.next(), INVITATION_CODE],
  )
  await addReports(dataDir, ids)
  await addThreads((text, values) => query(dataDir, text, values), ids)
  const login = [true, 'credential', 'a hash']
  for (const [name, username, email] of [
    ['Juniper Vale', 'juniper_vale', 'juniper@example.com'],
    ['Linus “with a rather long name” Abernathy-Featherstone', null, 'linus@example.com'],
  ])
    await query(
      dataDir,
      `INSERT INTO "Application"
         ("id", "displayName", "username", "email", "emailVerified", "providerId", "password")
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [ids.next(), name, username, email, ...login],
    )
}

export function setRole(dataDir: string, username: string, role: Role): Promise<void> {
  return query(dataDir, 'UPDATE "User" SET "role" = $2::"Role" WHERE "username" = $1', [
    username,
    role,
  ])
}

/** More than screens that claim one: each is of an account of its own. */
const REPORTED = [
  ['HOSTILE', 'The comment under it mocks someone I know. Please look at this soon.'],
  ['SPAM', null],
  ['DANGEROUS', 'The mushroom in the photo is not the one that the text names.'],
  ['OTHER', 'I think this is my picture.'],
  ['ILLEGAL', null],
] as const

const SNAPSHOT = `json_build_object('displayName', a."displayName", 'username', a."username",
  'avatar', a."avatar", 'content', p."content", 'imageUrl', p."imageUrl",
  'imageAlt', p."imageAlt", 'videoUrl', p."videoUrl", 'postId', NULL)`

/** Open reports of posts with photos, and a decision that its author appeals. */
async function addReports(dataDir: string, ids: IdGenerator): Promise<void> {
  for (const [index, [reason, details]] of REPORTED.entries())
    await query(
      dataDir,
      `INSERT INTO "Report" ("id", "reporterId", "authorId", "subjectType", "subjectId", "reason",
         "details", "snapshot", "mediaId")
       SELECT $1, r."id", a."id", 'POST', p."id", $2::"ReportReason", $3, ${SNAPSHOT}, p."mediaId"
       FROM "Post" p JOIN "User" a ON a."id" = p."authorId", "User" r
       WHERE p."mediaId" IS NOT NULL AND a."username" <> 'wren_draws'
         AND r."username" = 'wren_draws' ORDER BY p."id" DESC OFFSET $4 LIMIT 1`,
      [ids.next(), reason, details, index],
    )
  const decision = ids.next()
  await query(
    dataDir,
    `INSERT INTO "ModerationEvent"
       ("id", "kind", "moderatorId", "memberId", "action", "ruleId", "ruleTitle", "ruleText", "note")
     SELECT $1, 'DECISION', m."id", a."id", 'WARN', 'be-kind', 'Be kind', 'Be kind.',
       'The second time this week.'
     FROM "User" m, "User" a WHERE m."username" = 'wren_draws' AND a."username" = 'tom_ashworth'`,
    [decision],
  )
  await query(
    dataDir,
    `INSERT INTO "Report" ("id", "reporterId", "authorId", "subjectType", "subjectId", "reason",
       "snapshot", "closedAt", "decisionId")
     SELECT $1, r."id", a."id", 'POST', p."id", 'HOSTILE', ${SNAPSHOT}, now(), $2
     FROM "Post" p JOIN "User" a ON a."id" = p."authorId", "User" r
     WHERE a."username" = 'tom_ashworth' AND r."username" = 'amara_okafor'
     ORDER BY p."id" DESC LIMIT 1`,
    [ids.next(), decision],
  )
  await query(
    dataDir,
    `INSERT INTO "Appeal" ("id", "decisionId", "memberId", "text")
     SELECT $1, $2, "id", 'I was joking with a friend, who laughed about it. Please look again.'
     FROM "User" WHERE "username" = 'tom_ashworth'`,
    [ids.next(), decision],
  )
}
