import { demoUser } from './demo-user.ts'
import { feedTabOf } from './feed-tab.ts'
import { problemWith, searchQuery } from './fields.ts'
import { profileTabOf } from './profile-tab.ts'
import { searchTabOf } from './search-tab.ts'
import { cleanLine } from './text.ts'
import { userArgument } from './user-argument.ts'

/** What varies between requests for a page. */
export interface PageRequest {
  /** The named segments of the path. */
  params: Readonly<Record<string, string | undefined>>
  search: URLSearchParams
  /** The Cookie header. */
  cookies: string
  /** Of the URL; '' for that of its scheme. */
  port: string
}

/**
 * How the variables of a page's query follow from the request, by name. Null when there is nothing
 * to query.
 */
export const pageVariables = {
  none: () => ({}),
  /** The session's account. The client itself knows whether it acts as the demo user. */
  viewer: () => ({ demoUser: demoUser.id, isDemo: false }),
  /** The viewer's own profile, or that of the id or username in the path. */
  profile: ({ params: { userId }, search }: Pick<PageRequest, 'params' | 'search'>) => ({
    isReplies: profileTabOf(search) === 'replies',
    ...(userId === undefined ? { isOwn: true } : { isOwn: false, ...userArgument(userId) }),
  }),
  /** The post of the path, if it has the form of an id. */
  post: ({ params: { postId = '' } }: Pick<PageRequest, 'params'>) =>
    /^post_[0-9a-z]{26}$/.test(postId) ? { postId } : null,
  /** The feed of the people whom the viewer follows, if that is the chosen tab. */
  following: ({ search, cookies, port }: Pick<PageRequest, 'search' | 'cookies' | 'port'>) =>
    feedTabOf(search, cookies, port) === 'following' ? {} : null,
  /** The people who follow the user of the path, or whom the user follows. */
  followers: ({ params: { userId = '' } }: Pick<PageRequest, 'params'>) => ({
    isFollowers: true,
    ...userArgument(userId),
  }),
  followees: ({ params: { userId = '' } }: Pick<PageRequest, 'params'>) => ({
    isFollowers: false,
    ...userArgument(userId),
  }),
  /** The search of `q`, if it is valid. */
  search: ({ search }: Pick<PageRequest, 'search'>) => searchVariables(search),
  /** The same, if the tab of people is chosen. */
  peopleSearch: ({ search }: Pick<PageRequest, 'search'>) =>
    searchTabOf(search) === 'people' ? searchVariables(search) : null,
} satisfies Record<string, (request: PageRequest) => Record<string, unknown> | null>

export type PageVariables = keyof typeof pageVariables

function searchVariables(search: URLSearchParams): { query: string } | null {
  const [text = '', ...others] = search.getAll('q')
  const query = cleanLine(text)
  return query === '' || others.length > 0 || problemWith(searchQuery, query) !== null
    ? null
    : { query }
}
