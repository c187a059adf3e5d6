import { seeds } from '../people/seeds.ts'
import { execute } from './feed-server.ts'
import { testServer } from './server.ts'

/** A server with one post by Ann, who is signed in. */
export async function graphqlServer() {
  const server = await testServer()
  const { services } = server
  const ann = server.browser()
  await ann.signUp()
  const { aPost } = seeds(services)
  const post = await aPost({ by: await services.database.user.findFirstOrThrow() })
  return {
    server,
    services,
    ann,
    aPost,
    post,
    /** Sends an operation as Ann. */
    execute: (query: string, variables?: Record<string, unknown>) => execute(ann, query, variables),
    /** A mutation field that likes the post. */
    like: (alias: string) =>
      `${alias}: likePost(input: { postId: "${post.publicId}" }) { userErrors { code } }`,
    likes: () => services.database.like.count(),
  }
}
