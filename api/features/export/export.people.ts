import { timeOf, toPublicId } from '#api/lib/ids.ts'
import { hiddenByRows } from '../block/block.read.ts'
import { NEWEST_PAGE, newestFirst, PAGE_SIZE } from './export.read.ts'
import { list, type Sections } from './export.section.ts'

interface ExportedMute {
  id: string
  mutedId: string
  until: Date | null
  username: string
}

/** The people whom an account follows, mutes and blocks, newest first. */
export const people = {
  follows: (database, { id: followerId }) =>
    list(
      newestFirst((before) =>
        database.follow.findMany({
          where: { followerId, id: { lt: before } },
          ...NEWEST_PAGE,
          select: { id: true, followeeId: true, followee: { select: { username: true } } },
        }),
      ),
      ({ id, followeeId, followee }) => ({
        userId: toPublicId('User', followeeId),
        username: followee.username,
        createdAt: timeOf(id),
      }),
    ),
  // As in the account's list of them.
  mutes: (database, { id: muterId }) =>
    list(
      newestFirst((after) => {
        const page = { after, before: null, backwards: false, viewerId: muterId, limit: PAGE_SIZE }
        // SQL: the list leaves out blocks in either direction.
        return database.$queryRaw<ExportedMute[]>`
          SELECT m."id", m."mutedId", m."until", u."username"
          FROM (${hiddenByRows('Mute', muterId, page)}) l
          JOIN "Mute" m ON m."muterId" = ${muterId}::uuid AND m."mutedId" = l."userId"
          JOIN "User" u ON u."id" = m."mutedId"
          ORDER BY m."id" DESC`
      }),
      ({ id, mutedId, username, until }) => ({
        userId: toPublicId('User', mutedId),
        username,
        until,
        createdAt: timeOf(id),
      }),
    ),
  blocks: (database, { id: blockerId }) =>
    list(
      newestFirst((before) =>
        database.block.findMany({
          where: { blockerId, id: { lt: before } },
          ...NEWEST_PAGE,
          select: { id: true, blockedId: true, blocked: { select: { username: true } } },
        }),
      ),
      ({ id, blockedId, blocked }) => ({
        userId: toPublicId('User', blockedId),
        username: blocked.username,
        createdAt: timeOf(id),
      }),
    ),
} satisfies Sections
