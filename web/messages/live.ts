import { msg, plural } from '@lingui/core/macro'

export const liveMessages = {
  newPosts: (count: number) => msg`${plural(count, { one: '# new post', other: '# new posts' })}`,
  manyNewPosts: msg`New posts`,
}
