import type { Context } from '#api/context.ts'
import { Cursors, uuidFromBytes, uuidToBytes } from '#api/graphql/cursor.ts'
import { connection, type PageArguments, readPage } from '#api/graphql/page.ts'
import { AppError } from '#api/lib/errors.ts'
import { MAX_UUID, NIL_UUID, oldestIdAt } from '#api/lib/ids.ts'
import type { PostRow } from '../post/post.row.ts'

const MINUTE_MS = 60_000
const MIN_AGE_MS = 10 * MINUTE_MS
const MAX_AGE_MS = 3 * 24 * 60 * MINUTE_MS

/** The parts of the list, in its order. Each is oldest first. */
const parts = ['unansweredNewcomers', 'unanswered'] as const

/** A place in the list: a part, and the UUID of a post. */
interface Position {
  part: number
  id: string
}
const START: Position = { part: 0, id: NIL_UUID }
const END: Position = { part: parts.length - 1, id: MAX_UUID }

/**
 * Reads a page of the posts between ten minutes and three days old that no one but their author
 * liked or answered: those by newcomers first, then oldest first.
 * @throws AppError UNAUTHENTICATED without a viewer
 */
export async function unansweredPage(args: PageArguments, context: Context, now = Date.now()) {
  const { viewer, settings } = context
  if (!viewer) throw new AppError('UNAUTHENTICATED', 'SIGN_IN_FIRST')
  const cursors = new Cursors(settings.authSecret, 'unanswered by part')
  const page = readPage(args, cursors)
  const after = page.after ? positionIn(page.after) : START
  const before = page.before ? positionIn(page.before) : END
  const window = { oldest: oldestIdAt(now - MAX_AGE_MS), youngest: oldestIdAt(now - MIN_AGE_MS) }
  const hidden = await context.hiddenUsers(viewer)
  const posts: PostRow[] = []
  for (const part of page.backwards ? [1, 0] : [0, 1]) {
    const size = page.size + 1 - posts.length
    if (size === 0 || part < after.part || part > before.part) continue
    const above = part === after.part ? after.id : NIL_UUID
    const below = part === before.part ? before.id : MAX_UUID
    const rows = await context.reads.posts.list({
      ...{ list: parts[part] ?? 'unanswered', of: null, viewerId: viewer.id, hidden },
      after: above > window.oldest ? above : window.oldest,
      before: below < window.youngest ? below : window.youngest,
      backwards: page.backwards,
      size,
    })
    posts.push(...rows)
  }
  return connection(posts, page, cursors, toPosition)
}

function toPosition({ isEarly, id }: PostRow): Buffer {
  return Buffer.concat([Buffer.from([isEarly ? 0 : 1]), uuidToBytes(id)])
}

function positionIn(bytes: Buffer): Position {
  return { part: bytes[0] ?? 0, id: uuidFromBytes(bytes.subarray(1)) }
}
