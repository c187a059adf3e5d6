import { memberOf } from '#api/actor.ts'
import type { WebhookSource } from '#api/graphql/webhook-source.ts'
import { userReads } from '../user/user.read.ts'
import type { UserRow } from '../user/user.row.ts'

export const notificationsUpdatedSource: WebhookSource<object, UserRow> = {
  topics(_args, context) {
    const { id } = memberOf(context, { mayBeSuspended: true })
    return { kinds: ['NOTIFICATIONS'], scope: 'TOPICS', topicIds: [id] }
  },
  latest: async (_args, context) => ({
    kind: 'NOTIFICATIONS',
    subjectId: memberOf(context, { mayBeSuspended: true }).id,
  }),
  read: ({ subjectId }, _args, { database, viewer }) =>
    userReads(database).byId(subjectId, viewer?.id ?? null),
}
