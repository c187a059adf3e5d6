import type { Context } from '#api/context.ts'
import { Cursors, uuidFromBytes, uuidToBytes } from '#api/graphql/cursor.ts'
import { connection, type PageArguments, readPage } from '#api/graphql/page.ts'
import { AppError } from '#api/lib/errors.ts'
import { type FollowingRow, followingReads } from './following.read.ts'

const UUID_BYTES = 16

/**
 * Reads a page of the viewer's Following feed from the primary, because a replica may still have
 * posts that were just deleted or hidden.
 * @throws AppError UNAUTHENTICATED without a viewer
 */
export async function followingPage(args: PageArguments, { database, viewer, settings }: Context) {
  if (!viewer) throw new AppError('UNAUTHENTICATED', 'SIGN_IN_FIRST')
  const cursors = new Cursors(settings.authSecret, `following ${viewer.id}`)
  const page = readPage(args, cursors)
  const [after, before] = [positionIn(page.after), positionIn(page.before)]
  const rows = await followingReads(database)({
    viewerId: viewer.id,
    walkStart: after?.walkStart ?? before?.walkStart ?? null,
    after: after?.eventId ?? null,
    before: before?.eventId ?? null,
    backwards: page.backwards,
    size: page.size + 1,
  })
  return connection(rows, page, cursors, toPosition)
}

/** A position is the start of the walk and an event. */
function toPosition({ walkStart, eventId }: FollowingRow): Buffer {
  return Buffer.concat([uuidToBytes(walkStart), uuidToBytes(eventId)])
}

function positionIn(bytes: Buffer | null) {
  return (
    bytes && {
      walkStart: uuidFromBytes(bytes.subarray(0, UUID_BYTES)),
      eventId: uuidFromBytes(bytes.subarray(UUID_BYTES)),
    }
  )
}
