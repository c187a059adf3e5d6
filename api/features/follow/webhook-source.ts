import { memberOf } from '#api/actor.ts'
import type { WebhookSource } from '#api/graphql/webhook-source.ts'
import { userReads } from '../user/user.read.ts'
import type { UserRow } from '../user/user.row.ts'
import { canSee } from '../visibility/can-see.ts'
import { followersOf, NEWEST } from './follow.read.ts'

export const followedSource: WebhookSource<object, UserRow> = {
  topics(_args, context) {
    const { id } = memberOf(context, { mayBeSuspended: true })
    return { kinds: ['FOLLOW'], scope: 'TOPICS', topicIds: [id] }
  },
  async latest(_args, context) {
    const { id } = memberOf(context, { mayBeSuspended: true })
    const [newest] = await followersOf(id, context, NEWEST)
    return newest ? { kind: 'FOLLOW', subjectId: newest.userId } : null
  },
  async read({ subjectId }, _args, { database, viewer, hiddenUsers }) {
    if (!canSee(await hiddenUsers(viewer), subjectId)) return null
    return userReads(database).byId(subjectId, viewer?.id ?? null)
  },
}
