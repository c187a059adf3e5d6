import { type IdGenerator, oldestIdAt } from '#api/lib/ids.ts'

/** The beginnings of two posts of the demo content: one with a thread, one with a closed thread. */
export const THREAD = 'Update: the coat stays'
export const CLOSED_THREAD = 'I asked a stranger'
/** Who wrote replies. */
export const REPLIER = 'amara_okafor'

const MINUTE_MS = 60_000

/** Runs SQL in the database of a product. */
type Query = (text: string, values: unknown[]) => Promise<void>

/** Author, text, and which earlier reply it answers, if any. */
const REPLIES: [author: string, content: string, answers?: number][] = [
  [REPLIER, 'Justice for the rabbit! I would have kept the coat too.'],
  ['layla_haddad', 'He sleeps on it now. There was never a choice.', 0],
  [
    'tom_ashworth',
    'Mine took over an armchair in the same way.\n\nTen years later it is still his chair.',
  ],
  [REPLIER, 'Ten years! Then there is no hope for this coat.', 2],
]

/** Adds replies to the demo content, and a newcomer's first post without an answer. */
export async function addThreads(query: Query, ids: IdGenerator): Promise<void> {
  const added = REPLIES.map(() => ids.next())
  for (const [index, [author, content, answers]] of REPLIES.entries())
    await addReply(query, THREAD, {
      id: added[index],
      author,
      content,
      answered: answers === undefined ? null : added[answers],
    })
  await addReply(query, CLOSED_THREAD, {
    id: ids.next(),
    author: 'tom_ashworth',
    content: 'She made the day of two people at once.',
    answered: null,
  })
  await query('UPDATE "Post" SET "repliesClosedAt" = now() WHERE starts_with("content", $1)', [
    CLOSED_THREAD,
  ])
  const newcomer = ids.next()
  await query(
    `INSERT INTO "User" ("id", "displayName", "username", "email", "updatedAt")
     VALUES ($1, 'Noor Albers', 'noor_albers', 'noor@example.com', now())`,
    [newcomer],
  )
  const createdAt = Date.now() - 20 * MINUTE_MS
  await query(
    `INSERT INTO "Post" ("id", "authorId", "content", "mediaType", "createdAt", "isEarly")
     VALUES ($1, $2, $3, 'TEXT', to_timestamp($4), true)`,
    [
      oldestIdAt(createdAt),
      newcomer,
      'My first post here: the bakery downstairs waved me in out of the rain.',
      createdAt / 1000,
    ],
  )
}

interface NewReply {
  id: string | undefined
  author: string
  content: string
  /** The id of the reply that it answers; null for the post itself. */
  answered: string | null | undefined
}

function addReply(query: Query, root: string, { id, author, content, answered }: NewReply) {
  return query(
    `INSERT INTO "Post" ("id", "authorId", "content", "mediaType", "createdAt", "isReply",
       "threadRootId", "inReplyToId")
     SELECT $1, a."id", $3, 'TEXT', now(), true, p."id", coalesce($4::uuid, p."id")
     FROM "Post" p, "User" a WHERE starts_with(p."content", $5) AND a."username" = $2`,
    [id, author, content, answered, root],
  )
}
