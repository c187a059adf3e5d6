import { memberOf } from '#api/actor.ts'
import type { WebhookSource } from '#api/graphql/webhook-source.ts'
import { userReads } from '../user/user.read.ts'
import type { UserRow } from '../user/user.row.ts'
import { canSee } from '../visibility/can-see.ts'
import { followRows } from './follow.read.ts'

export const followedSource: WebhookSource<object, UserRow> = {
  topics(_args, context) {
    const { id } = memberOf(context, { mayBeSuspended: true })
    return { kinds: ['FOLLOW'], scope: 'TOPICS', topicIds: [id] }
  },
  async latest(_args, context) {
    const { id: viewerId } = memberOf(context, { mayBeSuspended: true })
    const page = { after: null, before: null, backwards: false, limit: 1, viewerId }
    // SQL: the same rows as those of the list of followers.
    const [newest] = await context.database.rows<{ userId: string }>`
      ${followRows('followers', viewerId, page)}`
    return newest ? { kind: 'FOLLOW', subjectId: newest.userId } : null
  },
  async read({ subjectId }, _args, { database, viewer, hiddenUsers }) {
    if (!canSee(await hiddenUsers(viewer), subjectId)) return null
    return userReads(database).byId(subjectId, viewer?.id ?? null)
  },
}
