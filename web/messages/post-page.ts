import { msg } from '@lingui/core/macro'

export const postPageMessages = {
  title: msg`Post`,
  postBy: (name: string) => msg`Post by ${name}`,
  replyBy: (name: string) => msg`Reply by ${name}`,
  failed: msg`We couldn’t load this post.`,
  notFound: msg`Post not found`,
  notFoundText: msg`This post is gone, or you can’t see it.`,
  toHome: msg`Go to the feed`,
}
