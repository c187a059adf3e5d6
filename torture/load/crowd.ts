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
const PROFILE = `query Profile($username: String!) { user(username: $username) { displayName bio avatar posts(first: 20) {
  nodes { id content likesCount isLiked } } } }`
const SEARCH = 'query Explore($query: String!) { search(query: $query, first: 20) { nodes { id content isLiked author { displayName } } } }'
const LIKE = 'mutation LikePost($id: ID!) { likePost(input: { postId: $id }) { post { id likesCount } userErrors { code } } }'
const POST = 'mutation CreatePost($content: String!) { createPost(input: { content: $content }) { post { id } userErrors { code } } }'
const WORDS = ['soup', 'bread', 'morning', 'garden', 'the', 'light', 'tea', 'walk']

function requestsOf(person: Visitor, index: number, posts: readonly Post[], url: string) {
  const pick = <T>(items: readonly T[], turn: number): T => items[(index * 7 + turn) % items.length] as T
  const ask = (query: string, variables: unknown = {}) => requestOf(person, url, '/graphql', { query, variables })
  return [
    ...[0, 1, 2, 3].map(() => ask(FEED)),
    ...[0, 1, 2].map((turn) => ask(PROFILE, { username: pick(posts, turn).author.username })),
    ...[0, 1].map((turn) => ask(SEARCH, { query: pick(WORDS, turn) })),
    index % 2 ? ask(LIKE, { id: pick(posts, 3).id }) : ask(POST, { content: `Something good, number ${index}.` }),
  ]
}

function requestOf({ cookies }: Visitor, url: string, path: string, json: unknown) {
  const body = JSON.stringify(json)
  const text = [
    `POST ${path} HTTP/1.1`,
    `Host: ${new URL(url).host}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Cookie: ${[...cookies].map(([name, value]) => `${name}=${value}`).join('; ')}`,
    '',
    body,
  ].join('\r\n')
  return { path, json, text }
}
