import { msg, plural } from '@lingui/core/macro'

export const searchMessages = {
  field: msg`Search posts`,
  placeholder: msg`Search positive vibes...`,
  panelPlaceholder: msg`Find something good`,
  clear: msg`Clear search`,
  posts: msg`Posts`,
  people: msg`People`,
  tabs: msg`Results`,
  postsFound: {
    none: msg`No posts found`,
    all: (count: number) => msg`${plural(count, { one: '# post found', other: '# posts found' })}`,
    first: (count: number) => msg`The first ${count} posts found`,
  },
  peopleFound: {
    none: msg`No people found`,
    all: (count: number) =>
      msg`${plural(count, { one: '# person found', other: '# people found' })}`,
    first: (count: number) => msg`The first ${count} people found`,
  },
}
