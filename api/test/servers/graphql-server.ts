import { seeds } from '../people/seeds.ts'
import { testServer } from './server.ts'

interface ResponseBody {
  data?: Record<string, unknown> | null
  errors?: { message: string; extensions: Record<string, unknown> }[]
  extensions?: Record<string, unknown>
}

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
    async execute(query: string, variables?: Record<string, unknown>) {
      const response = await ann.fetch('/graphql', { json: { query, variables } })
      const body = (await response.json()) as ResponseBody
      return {
        status: response.status,
        headers: response.headers,
        body,
      }
    },
    /** A mutation field that likes the post. */
    like: (alias: string) =>
      `${alias}: likePost(input: { postId: "${post.publicId}" }) { userErrors { code } }`,
    likes: () => services.database.like.count(),
  }
}
