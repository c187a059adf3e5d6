import type { ReadPayloads } from '#api/graphql/payloads.ts'
import { userReads } from '../user/user.read.ts'
import type { UserRow } from '../user/user.row.ts'

/** Reads a user whenever their notifications change. Begins with the present state. */
export function notificationUpdates(userId: string): ReadPayloads<UserRow> {
  return async (batch, { database }) => {
    // Mutes and blocks, which change the session, leave notifications out.
    if (!batch.has('notification', userId) && !batch.has('session', userId)) return []
    const user = await userReads(database).byId(userId, userId)
    return user && [user]
  }
}
