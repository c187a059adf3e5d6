import { msg, plural } from '@lingui/core/macro'

export const searchMessages = {
  field: msg`Search posts`,
  placeholder: msg`Search positive vibes...`,
  panelPlaceholder: msg`Find something good`,
  clear: msg`Clear search`,
  posts: msg`Posts`,
  people: msg`People`,
  tabs: msg`Results`,
  noneFound: msg`No posts found`,
  found: (count: number) => msg`${plural(count, { one: '# post found', other: '# posts found' })}`,
  firstFound: (count: number) => msg`The first ${count} posts found`,
  nonePeopleFound: msg`No people found`,
  peopleFound: (count: number) =>
    msg`${plural(count, { one: '# person found', other: '# people found' })}`,
  firstPeopleFound: (count: number) => msg`The first ${count} people found`,
}
