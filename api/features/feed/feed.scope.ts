import { builder } from '#api/graphql/builder.ts'

export const FeedScope = builder.enumType('FeedScope', {
  values: {
    EVERYONE: { description: 'All posts but replies.' },
    FOLLOWING: {
      description:
        'Posts and shares by the people whom the viewer follows, and the viewer’s own posts. Needs a viewer.',
    },
    UNANSWERED: {
      description:
        'Posts between ten minutes and three days old without a like or reply by someone else: those by newcomers first, then oldest first. Needs a viewer.',
    },
  },
})
