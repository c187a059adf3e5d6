import { Prisma } from '#api/database/generated/prisma/client.ts'
import { type ActorTuple, actorTuple } from '../share/share.row.ts'
import type { AuthorRow } from '../user/user.row.ts'

/** A private note to the author of a post. */
export interface ThanksRow {
  /** UUIDv7. */
  id: string
  sender: AuthorRow
  postId: string
  text: string
}

export type ThanksTuple = [id: string, postId: string, text: string, sender: ActorTuple]

/** SQL for a `ThanksTuple` of a row `t`, and its sender `s`. */
export const thanksTuple = Prisma.sql`
  json_build_array(t."id", t."postId", t."text", ${actorTuple})`
