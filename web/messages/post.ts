import { msg, plural } from '@lingui/core/macro'

export const postMessages = {
  loading: msg`Loading posts`,
  shares: (count: number) => msg`${plural(count, { one: '# share', other: '# shares' })}`,
  share: (count: number) =>
    msg`Share post, ${plural(count, { one: '# share', other: '# shares' })}`,
  reply: (count: number) => msg`Reply, ${plural(count, { one: '# reply', other: '# replies' })}`,
  newHere: msg`New here`,
  photoBy: (author: string) => msg`Photo shared by ${author}`,
  moreOptions: msg`More options`,
}
