import { moderatorOf } from '#api/actor.ts'
import { builder } from '#api/graphql/builder.ts'
import { idPage } from '#api/graphql/id-page.ts'
import { withReversal } from './event.row.ts'
import { ModerationEvent, ModerationEventConnection } from './event.type.ts'

builder.queryField('moderationLog', (t) =>
  t.connection(
    {
      type: ModerationEvent,
      nullable: true,
      scope: 'moderate',
      authScopes: { moderator: true },
      description:
        'Only for moderators: all decisions, appeals and reversals, newest first, except those about the viewer.',
      resolve: (_root, args, context) => {
        const { id: viewerId } = moderatorOf(context)
        return idPage({
          list: 'moderationLog',
          args,
          context,
          find: ({ where, ...query }) =>
            context.database.moderationEvent.findMany({
              ...query,
              where: { ...where, OR: [{ memberId: null }, { memberId: { not: viewerId } }] },
              include: withReversal,
            }),
        })
      },
    },
    ModerationEventConnection,
  ),
)
