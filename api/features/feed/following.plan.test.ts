import pg from 'pg'
import { expect, test } from 'vitest'
import { MAX_UUID, NIL_UUID } from '#api/lib/ids.ts'
import { testDatabase } from '#api/test/database/database.ts'

const { url } = await testDatabase()
const USERS = 1_200
const POSTS = 4_000
const viewers = { few: 1, many: 2 }
const followees = { few: 40, many: 900 }

const idOf = (number: number) => `01890000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`

/** The plans of a page with everything that it calls: auto_explain reports nested statements. */
async function plansOf(viewer: keyof typeof viewers, backwards: boolean): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const plans: string[] = []
  try {
    await client.query(`LOAD 'auto_explain'`)
    const page = () =>
      client.query('SELECT * FROM following_feed($1, $2, $2, $3, $4, 21)', [
        idOf(viewers[viewer]),
        MAX_UUID,
        NIL_UUID,
        backwards,
      ])
    // A prepared statement has its final plan after five runs.
    for (let run = 0; run < 6; run++) expect((await page()).rows).toHaveLength(21)
    client.on('notice', ({ message = '' }) => plans.push(message))
    await client.query(`SELECT set_config('auto_explain.log_min_duration', '0', false),
      set_config('auto_explain.log_nested_statements', 'on', false),
      set_config('auto_explain.log_analyze', 'on', false),
      set_config('client_min_messages', 'log', false)`)
    await page()
    return plans.filter((plan) => plan.includes('"Follow"') || plan.includes('"FeedEvent"'))
  } finally {
    await client.end()
  }
}

/** What every page looks up: events, their posts, and later shares of the posts. */
const ofEveryPage = [
  'Index Only Scan using "Follow_pkey"',
  'Index Scan using "FeedEvent_pkey"',
  'Index Scan using "FeedEvent_postId_id_idx"',
  'Index Scan using "FeedEvent_share_key"',
  'Index Scan using "Post_feed_idx"',
  'Index Scan using "UndoneShare_postId_idx"',
  'by both users',
]
const byActor = [
  'Index Only Scan using "FeedEvent_actorId_id_idx"',
  'Index Only Scan using "Post_authorId_isReply_id_idx"',
]

/** Two indexes serve a lookup by both users equally well. */
const BY_BOTH_USERS =
  /^.*"(Block_pkey|Block_blockedId_blockerId_idx|Mute_pkey|Mute_mutedId_muterId_idx)"$/

/** In either direction. */
const scansIn = (plans: readonly string[]) =>
  [
    ...new Set(
      plans
        .flatMap((plan) => [
          ...plan.matchAll(
            /(?:\w+ )+Scan(?: Backward)? using "\w+"|(?:Seq|Bitmap \w+) Scan|hashed SubPlan/g,
          ),
        ])
        .map(([scan]) => scan.replace(' Backward', '').replace(BY_BOTH_USERS, 'by both users')),
    ),
  ].toSorted()

test('pages are read by index lookups, with few and with many followees', async () => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    `INSERT INTO "User" ("id", "displayName", "username", "email", "updatedAt")
     SELECT ('01890000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'Person', 'person_' || n, n || '@example.org', now()
     FROM generate_series(1, ${USERS}) n`,
  )
  await client.query(
    `INSERT INTO "Post" ("id", "authorId", "content", "mediaType", "createdAt")
     SELECT ('01890000-0001-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
       ('01890000-0000-7000-8000-' || lpad(to_hex(3 + n % ${USERS - 3}), 12, '0'))::uuid, 'Hi', 'TEXT', now()
     FROM generate_series(1, ${POSTS}) n`,
  )
  for (const [name, viewer] of Object.entries(viewers))
    await client.query(
      `INSERT INTO "Follow" ("id", "followerId", "followeeId")
       SELECT gen_random_uuid(), $1, "id" FROM "User" WHERE "id" > $2 ORDER BY "id" LIMIT $3`,
      [idOf(viewer), idOf(3), followees[name as keyof typeof followees]],
    )
  await client.query(
    `WITH numbered AS (SELECT "id", row_number() OVER (ORDER BY "id") AS "n" FROM "User")
     INSERT INTO "Follow" ("id", "followerId", "followeeId")
     SELECT DISTINCT ON (2, 3) gen_random_uuid(), follower."id", followee."id"
     FROM numbered follower CROSS JOIN generate_series(0, 9) k
     JOIN numbered followee ON followee."n" = (follower."n" * 31 + k * 97) % ${USERS - 10} + 5
       AND followee."id" <> follower."id"
     WHERE follower."n" > 3`,
  )
  await client.query('VACUUM ANALYZE')
  // An analysis in the background can keep the vacuum from marking pages for index-only scans.
  await expect
    .poll(async () => {
      await client.query('VACUUM "Follow", "FeedEvent", "Post"')
      const { rows } = await client.query(
        `SELECT relname FROM pg_class WHERE relname IN ('Follow', 'FeedEvent', 'Post')
             AND relallvisible < relpages`,
      )
      return rows
    })
    .toEqual([])
  await client.end()

  for (const backwards of [false, true]) {
    expect(scansIn(await plansOf('few', backwards))).toEqual(
      [...byActor, ...ofEveryPage].toSorted(),
    )
    expect(scansIn(await plansOf('many', backwards))).toEqual(ofEveryPage)
  }
})
