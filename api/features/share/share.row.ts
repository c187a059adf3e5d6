import { Prisma } from '#api/database/generated/prisma/client.ts'
import type { PostRow } from '../post/post.row.ts'
import type { AuthorRow } from '../user/user.row.ts'

/** A post that someone shared with the people who follow them. */
export interface ShareRow {
  /** UUIDv7: that of its event. */
  id: string
  actor: AuthorRow
  post: PostRow
  comment: string | null
}

/** SQL for an `ActorTuple` of a user with the alias `s`. */
export const actorTuple = Prisma.raw(
  'json_build_array(s."id", s."displayName", s."username", s."avatar")',
)

export type ActorTuple = [id: string, displayName: string, username: string, avatar: string | null]

export function toActor([id, displayName, username, avatar]: ActorTuple): AuthorRow {
  return { id, displayName, username, avatar }
}
