import { msg, plural } from '@lingui/core/macro'

export const likeMessages = {
  liked: msg`Spread the love! ❤️`,
  unliked: msg`Post unliked`,
  count: (count: number) => msg`${plural(count, { one: '# like', other: '# likes' })}`,
  button: (count: number) => msg`Like, ${plural(count, { one: '# like', other: '# likes' })}`,
}
