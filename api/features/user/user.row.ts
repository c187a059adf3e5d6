import { Prisma } from '#api/database/generated/prisma/client.ts'
import { nullableText, text, textColumns } from '#api/database/text-columns.ts'

/** SQL for a table with the alias `a`. */
export const authorColumns = textColumns({
  id: ['a."id"', text],
  displayName: ['a."displayName"', text],
  username: ['a."username"', text],
  avatar: ['a."avatar"', nullableText],
})

/** A user as their posts show them. */
export type AuthorRow = ReturnType<typeof authorColumns.read>

/** Facts about a user that depend on the viewer. */
export interface UserViewerState {
  isFollowed: boolean
  followsViewer: boolean
  isMuted: boolean
  isBlocked: boolean
}

/** A user with all public fields, for one viewer. */
export interface UserRow extends AuthorRow, UserViewerState {
  bio: string | null
  followingCount: number
  followersCount: number
  /** In PostgreSQL's JSON format. */
  createdAt: string
}

const profileColumns = ['bio', 'followingCount', 'followersCount', 'createdAt'].map(
  (name) => `a."${name}"`,
)

/** SQL for a `UserTuple` of a table with the alias `a`. */
export const userTuple = Prisma.raw(
  `json_build_array(${[...authorColumns.sql, ...profileColumns]})`,
)

/**
 * SQL for a `UserStateTuple` about a table with the alias `a`. Served by the
 * primary keys of Follow, Mute and Block.
 * @param viewerId SQL of a UUID or null
 */
export const userState = (viewerId: Prisma.Sql) => Prisma.sql`json_build_array(
  EXISTS (SELECT FROM "Follow" f WHERE f."followerId" = ${viewerId} AND f."followeeId" = a."id"),
  EXISTS (SELECT FROM "Follow" f WHERE f."followerId" = a."id" AND f."followeeId" = ${viewerId}),
  EXISTS (SELECT FROM "Mute" m WHERE m."muterId" = ${viewerId} AND m."mutedId" = a."id"
    AND (m."until" IS NULL OR m."until" > now())),
  EXISTS (SELECT FROM "Block" b WHERE b."blockerId" = ${viewerId} AND b."blockedId" = a."id"))`

export type UserStateTuple = [
  ...[isFollowed: boolean, followsViewer: boolean],
  ...[isMuted: boolean, isBlocked: boolean],
]
export type UserTuple = [
  ...[id: string, displayName: string, username: string, avatar: string | null],
  ...[bio: string | null, followingCount: number, followersCount: number, createdAt: string],
]

export function toUserRow(tuple: UserTuple, state: UserStateTuple): UserRow {
  const [isFollowed, followsViewer, isMuted, isBlocked] = state
  const [id, displayName, username, avatar, bio, followingCount, followersCount, createdAt] = tuple
  return {
    id,
    displayName,
    username,
    avatar,
    bio,
    followingCount,
    followersCount,
    createdAt,
    isFollowed,
    followsViewer,
    isMuted,
    isBlocked,
  }
}
