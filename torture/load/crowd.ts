import { type Visitor, visitor } from '#api/test/visitor.ts'

const PEOPLE = 8

interface Post {
  id: string
  author: { username: string }
}

/** What people ask a product for on a day, as whole HTTP requests: nine in ten read, one in ten writes. */
export async function requestsOfCrowd(url: string): Promise<string[]> {
  const nobody = visitor(url)
  const posts = (await (await nobody.fetch('/api/posts?limit=40')).json()) as Post[]
  const people: Visitor[] = []
  for (let i = 0; i < PEOPLE; i++) {
    const person = visitor(url)
    await person.signUp()
    people.push(person)
  }
  const all = people.flatMap((person, index) => requestsOf(person, index, posts, url))
  // Once each, so that all run as they will.
  for (const { path, json } of all) await people[0]?.fetch(path, { json })
  return all.map(({ text }) => text)
}

const FEED = `query Feed { feed(first: 20) { nodes { id content likesCount isLiked createdAt author { displayName username } image { url } }
  pageInfo { hasNextPage endCursor } } }`
const LIKE =
  'mutation LikePost($id: ID!) { likePost(input: { postId: $id }) { post { id likesCount } userErrors { code } } }'
const WORDS = ['soup', 'bread', 'morning', 'garden', 'the', 'light', 'tea', 'walk']

interface Asked {
  path: string
  json?: unknown
}

function requestsOf(person: Visitor, index: number, posts: readonly Post[], url: string) {
  const pick = <T>(items: readonly T[], turn: number): T =>
    items[(index * 7 + turn) % items.length] as T
  const asked: Asked[] = [
    ...[0, 1, 2].map(() => ({ path: '/graphql', json: { query: FEED } })),
    ...[0, 1].map((turn) => ({
      path: `/api/users/${pick(posts, turn).author.username}/posts?limit=100`,
    })),
    ...[0, 1, 2].map((turn) => ({ path: `/api/search?q=${pick(WORDS, turn)}&limit=100` })),
    { path: `/profile/${pick(posts, 2).author.username}` },
    index % 2
      ? { path: '/graphql', json: { query: LIKE, variables: { id: pick(posts, 3).id } } }
      : {
          path: '/api/posts',
          json: { content: `Something good, number ${index}.`, mediaType: 'text' },
        },
  ]
  return asked.map((each) => ({ ...each, text: requestOf(person, url, each) }))
}

function requestOf({ cookies }: Visitor, url: string, { path, json }: Asked): string {
  const body = json === undefined ? '' : JSON.stringify(json)
  return [
    `${body ? 'POST' : 'GET'} ${path} HTTP/1.1`,
    `Host: ${new URL(url).host}`,
    ...(body
      ? ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]
      : ['Accept: text/html,*/*']),
    `Cookie: ${[...cookies].map(([name, value]) => `${name}=${value}`).join('; ')}`,
    '',
    body,
  ].join('\r\n')
}
