import type { TestBrowser } from '../people/browser.ts'
import { seeds } from '../people/seeds.ts'
import { uuidOf } from '../people/uuid-of.ts'
import { testServer } from './server.ts'

export const FEED = /* GraphQL */ `
  query Feed($first: Int, $after: String) {
    feed(first: $first, after: $after) {
      edges { cursor node { id content isLiked again: isLiked likesCount createdAt author { id username } } }
      nodes { isLiked }
      pageInfo { hasNextPage endCursor }
    }
  }
`

export interface Feed {
  edges: {
    cursor: string
    node: { id: string; content: string; isLiked: boolean; again: boolean; likesCount: number }
  }[]
  nodes: { isLiked: boolean }[]
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
}

export async function execute(
  caller: TestBrowser,
  query: string,
  variables: object = {},
  headers: Record<string, string> = {},
) {
  const response = await caller.fetch('/graphql', { json: { query, variables }, headers })
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as {
      // biome-ignore lint/suspicious/noExplicitAny: the operation determines the type
      data: any
      errors?: { message: string; extensions: Record<string, unknown> }[]
      extensions?: Record<string, unknown>
    },
  }
}

export const feed = async (caller: TestBrowser, variables: object = {}) =>
  (await execute(caller, FEED, variables)).body.data.feed as Feed

/**
 * The first request compiles the document, the second renders its response, later ones read the
 * cache.
 */
export async function repeatedly<Result>(work: () => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (let time = 0; time < 4; time++) results.push(await work())
  return results
}

export const like = (caller: TestBrowser, postId: string) =>
  execute(
    caller,
    `mutation ($id: ID!) { likePost(input: { postId: $id }) { post { likesCount isLiked } userErrors { code } } }`,
    { id: postId },
  )

/** A server with 30 posts by Ann. Ann and Bob are signed in. */
export async function feedServer(options?: Parameters<typeof testServer>[0]) {
  const server = await testServer(options)
  const { services } = server
  const { aPost } = seeds(services)
  const [ann, bob, anonymous] = [server.browser(), server.browser(), server.browser()]
  const { id: annId, email: annsEmail } = await ann.signUp()
  await bob.signUp()
  const author = await services.database.user.findUniqueOrThrow({
    where: { id: uuidOf(annId) },
  })
  const posts = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      aPost({ by: author, content: `Good thing ${index + 1}, “früh” 🌻` }),
    ),
  )
  return {
    server,
    services,
    database: services.database,
    ann,
    bob,
    anonymous,
    annId,
    annsEmail,
    author,
    posts,
    aPost,
  }
}
