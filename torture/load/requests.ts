import { createBrowser, type TestBrowser } from '#api/test/people/browser.ts'

const USERS = 8

interface Post {
  id: string
  author: { id: string; username: string }
}

/** Creates complete HTTP requests of several users: nine in ten read, one in ten writes. */
export async function createRequests(url: string): Promise<string[]> {
  const anonymous = createBrowser(url)
  const posts = (await (await anonymous.fetch('/api/posts?limit=40')).json()) as Post[]
  const users: TestBrowser[] = []
  for (let i = 0; i < USERS; i++) {
    const user = createBrowser(url)
    await user.signUp()
    users.push(user)
  }
  const requests = users.flatMap((user, index) => requestsOf(user, index, posts, url))
  // Warm up with one request of each kind.
  for (const { path, json } of requests) await users[0]?.fetch(path, { json })
  return requests.map(({ text }) => text)
}

const FEED = `query Feed { feed(first: 20) { nodes { id content likesCount isLiked createdAt author { displayName username } image { url } }
  pageInfo { hasNextPage endCursor } } }`
const LIKE =
  'mutation LikePost($id: ID!) { likePost(input: { postId: $id }) { post { id likesCount } userErrors { code } } }'
const FOLLOWING = `query Following { feed(scope: FOLLOWING, first: 20) { edges { node { id content isShared } share { actor { username } } } } }`
const FOLLOW =
  'mutation FollowUser($id: ID!) { followUser(input: { userId: $id }) { user { id } userErrors { code } } }'
const SHARE =
  'mutation SharePost($id: ID!) { sharePost(input: { postId: $id }) { post { id } userErrors { code } } }'
const WORDS = ['soup', 'bread', 'morning', 'garden', 'the', 'light', 'tea', 'walk']

interface RequestData {
  path: string
  json?: unknown
}

function requestsOf(user: TestBrowser, index: number, posts: readonly Post[], url: string) {
  const pick = <T>(items: readonly T[], offset: number): T =>
    items[(index * 7 + offset) % items.length] as T
  const requests: RequestData[] = [
    ...[0, 1].map(() => ({ path: '/graphql', json: { query: FEED } })),
    ...[0, 1].map((offset) => ({
      path: `/api/users/${pick(posts, offset).author.username}/posts?limit=100`,
    })),
    ...[0, 1, 2].map((offset) => ({ path: `/api/search?q=${pick(WORDS, offset)}&limit=100` })),
    { path: '/graphql', json: { query: FOLLOWING } },
    { path: `/profile/${pick(posts, 2).author.username}` },
    writeOf(index, pick(posts, 3)),
  ]
  return requests.map((request) => ({ ...request, text: requestText(user, url, request) }))
}

function writeOf(index: number, post: Post): RequestData {
  const mutation = (query: string, id: string) => ({
    path: '/graphql',
    json: { query, variables: { id } },
  })
  const writes = [
    {
      path: '/api/posts',
      json: { content: `Something good, number ${index}.`, mediaType: 'text' },
    },
    mutation(LIKE, post.id),
    mutation(SHARE, post.id),
    mutation(FOLLOW, post.author.id),
  ] as const
  return writes[index % writes.length] ?? writes[0]
}

function requestText(user: TestBrowser, url: string, { path, json }: RequestData): string {
  const body = json === undefined ? '' : JSON.stringify(json)
  return [
    `${body ? 'POST' : 'GET'} ${path} HTTP/1.1`,
    `Host: ${new URL(url).host}`,
    ...(body
      ? ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]
      : ['Accept: text/html,*/*']),
    `Cookie: ${user.cookieHeader()}`,
    '',
    body,
  ].join('\r\n')
}
