import { Prisma } from '#api/database/generated/prisma/client.ts'

/** A user as their posts show them. */
export interface AuthorRow {
  id: string
  displayName: string
  username: string
  avatar: string | null
}

/** A user with all public fields. */
export interface UserRow extends AuthorRow {
  bio: string | null
  followingCount: number
  followersCount: number
  /** In PostgreSQL's JSON format. */
  createdAt: string
}

const qualified = (columns: readonly string[]) => columns.map((name) => `a."${name}"`)
/** SQL for a table with the alias `a`. */
export const authorColumns = qualified(['id', 'displayName', 'username', 'avatar'])
const profileColumns = qualified(['bio', 'followingCount', 'followersCount', 'createdAt'])

/** SQL for a `UserTuple` of a table with the alias `a`. */
export const userTuple = Prisma.raw(`json_build_array(${[...authorColumns, ...profileColumns]})`)

export type UserTuple = [
  ...[id: string, displayName: string, username: string, avatar: string | null],
  ...[bio: string | null, followingCount: number, followersCount: number, createdAt: string],
]

export function toUserRow([
  id,
  displayName,
  username,
  avatar,
  bio,
  followingCount,
  followersCount,
  createdAt,
]: UserTuple): UserRow {
  return { id, displayName, username, avatar, bio, followingCount, followersCount, createdAt }
}
