import { GraphQLClient } from 'graphql-request'
import {
  VibesCreatePostMutationDocument,
  VibesFeedQueryDocument,
  type VibesFeedQueryQuery,
} from './vibes.generated.ts'

/** A client of the GraphQL API. */
export function createVibes(origin: string, headers: Record<string, string> = {}): GraphQLClient {
  return new GraphQLClient(`${origin}/graphql`, { headers })
}

/** The texts of all posts, newest first, a page at a time. */
export async function* allTexts(vibes: GraphQLClient) {
  let after: string | null = null
  do {
    const page: VibesFeedQueryQuery = await vibes.request(VibesFeedQueryDocument, { after })
    yield page.feed.nodes.map(({ content }) => content)
    after = page.feed.pageInfo.hasNextPage ? page.feed.pageInfo.endCursor : null
  } while (after)
}

/** Posts once, however often it is tried with the same key. */
export async function post(vibes: GraphQLClient, content: string, key: string): Promise<string> {
  const { createPost } = await vibes.request(VibesCreatePostMutationDocument, {
    input: { content, clientKey: key },
  })
  const [error] = createPost.userErrors
  if (error || !createPost.post) throw new Error(error?.message)
  return createPost.post.id
}
