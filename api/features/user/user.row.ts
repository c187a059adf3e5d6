import { Prisma } from '../../database/generated/prisma/client.ts'

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

const authorColumns = ['id', 'displayName', 'username', 'avatar']
const columns = [...authorColumns, 'bio', 'followingCount', 'followersCount', 'createdAt']
const json = (names: readonly string[]) => Prisma.raw(`json_build_array(${names.map((name) => `a."${name}"`)})`)

/** Each as a list in JSON; the table is called `a`. */
export const [authorJson, userJson] = [json(authorColumns), json(columns)]

export type AuthorJson = [id: string, displayName: string, username: string, avatar: string | null]
export type UserJson = [...AuthorJson, bio: string | null, followingCount: number, followersCount: number, createdAt: string]

export function authorOf([id, displayName, username, avatar]: AuthorJson): AuthorRow {
  return { id, displayName, username, avatar }
}

export function userOf([id, displayName, username, avatar, bio, followingCount, followersCount, createdAt]: UserJson): UserRow {
  return { id, displayName, username, avatar, bio, followingCount, followersCount, createdAt }
}
