import { Prisma } from '#api/database/generated/prisma/client.ts'

/** A person as their posts show them. */
export interface AuthorRow {
  id: string
  displayName: string
  username: string
  avatar: string | null
}

/** A person with all that everybody may know. */
export interface UserRow extends AuthorRow {
  bio: string | null
  followingCount: number
  followersCount: number
  /** As PostgreSQL writes it in JSON. */
  createdAt: string
}

const named = (names: readonly string[]) => names.map((name) => `a."${name}"`)
/** In SQL, of a table called `a`. */
export const authorColumns = named(['id', 'displayName', 'username', 'avatar'])

/** As a list in JSON; the table is called `a`. */
export const userJson = Prisma.raw(
  `json_build_array(${[...authorColumns, ...named(['bio', 'followingCount', 'followersCount', 'createdAt'])]})`,
)

export type UserJson = [
  ...[id: string, displayName: string, username: string, avatar: string | null],
  ...[bio: string | null, followingCount: number, followersCount: number, createdAt: string],
]

export function userOf([
  id,
  displayName,
  username,
  avatar,
  bio,
  followingCount,
  followersCount,
  createdAt,
]: UserJson): UserRow {
  return { id, displayName, username, avatar, bio, followingCount, followersCount, createdAt }
}
