import { Prisma } from '../../database/generated/prisma/client.ts'

/** A person with all that everybody may know. */
export interface UserRow {
  id: string
  displayName: string
  username: string
  bio: string | null
  avatar: string | null
  followingCount: number
  followersCount: number
  /** As a Date or as PostgreSQL writes it in JSON. */
  createdAt: Date | string
}

const columns = ['id', 'displayName', 'username', 'bio', 'avatar', 'followingCount', 'followersCount', 'createdAt']

/** A person as a list in JSON; the table is called `a`. */
export const userJson = Prisma.raw(`json_build_array(${columns.map((name) => `a."${name}"`)})`)

export type UserJson = [string, string, string, string | null, string | null, number, number, string]

export function userOf(json: UserJson): UserRow {
  const [id, displayName, username, bio, avatar, followingCount, followersCount, createdAt] = json
  return { id, displayName, username, bio, avatar, followingCount, followersCount, createdAt }
}
