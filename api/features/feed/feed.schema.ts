import { builder } from '#api/graphql/builder.ts'
import { shareableList } from '#api/graphql/cacheable.ts'
import { isPageSize } from '#api/graphql/page.ts'
import { postPage } from '../post/post.page.ts'
import { PostConnection, PostNode } from '../post/post.type.ts'
import { FeedScope } from './feed.scope.ts'
import { followingPage } from './following.page.ts'
import { unansweredPage } from './unanswered.page.ts'

builder.queryField('feed', (t) =>
  t.connection(
    {
      type: PostNode,
      scope: 'read',
      description:
        'Posts, newest first: by everyone, or by the people whom the viewer follows. UNANSWERED has an order of its own.',
      extensions: shareableList(
        ({ scope, first, after, before, last }) =>
          (scope ?? 'EVERYONE') === 'EVERYONE' &&
          (first == null || isPageSize(first)) &&
          after == null &&
          before == null &&
          last == null,
      ),
      args: { scope: t.arg({ type: FeedScope, defaultValue: 'EVERYONE' }) },
      resolve: (_root, { scope, ...args }, context) => {
        if (scope === 'FOLLOWING') return followingPage(args, context)
        if (scope === 'UNANSWERED') return unansweredPage(args, context)
        return postPage({ list: 'feed', of: null, args, context })
      },
    },
    PostConnection,
  ),
)
