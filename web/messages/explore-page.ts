import { msg } from '@lingui/core/macro'

export const explorePageMessages = {
  title: msg`Explore`,
  start: msg`What would lift your day?`,
  startHint: msg`Search for a word, a name or an emoji, and the posts about it show up here.`,
  hello: msg`Say hello`,
  helloHint: msg`Greet people whose posts have no answer yet.`,
  failed: msg`Search isn’t working right now.`,
  noResults: (query: string) => msg`No results found for “${query}”`,
  noResultsHint: msg`Try searching for something more positive!`,
  noPeople: (query: string) => msg`No people found for “${query}”`,
  noPeopleHint: msg`Try another name or username.`,
  clear: msg`Clear the search`,
}
