import createClient, { type Client } from 'openapi-fetch'
import type { paths } from './openapi.generated.ts'

export type Vibes = Client<paths>

/** A client of the REST API. */
export function createVibes(origin: string, headers: Record<string, string> = {}): Vibes {
  return createClient<paths>({ baseUrl: `${origin}/api`, headers })
}

/** The texts of the newest posts. */
export async function newestTexts(vibes: Vibes): Promise<string[]> {
  const { data, error } = await vibes.GET('/posts', { params: { query: { limit: 5 } } })
  if (error) throw new Error(error.detail)
  return data.map(({ content }) => content)
}

/** All replies to a post. The `Link` header leads from page to page. */
export async function allReplies(vibes: Vibes, postId: string) {
  const replies = []
  let cursor: string | undefined
  do {
    const { data, error, response } = await vibes.GET('/posts/{id}/replies', {
      params: { path: { id: postId }, query: { limit: 100, ...(cursor && { cursor }) } },
    })
    if (error) throw new Error(error.detail)
    replies.push(...data)
    const [, next] = /<([^>]*)>; rel="next"/.exec(response.headers.get('Link') ?? '') ?? []
    cursor = next && (new URL(next).searchParams.get('cursor') ?? undefined)
  } while (cursor)
  return replies
}

/** Posts once, however often it is tried with the same key. */
export async function post(vibes: Vibes, content: string, key: string): Promise<string> {
  const { data, error } = await vibes.POST('/posts', {
    params: { header: { 'Idempotency-Key': key } },
    body: { content },
  })
  if (error) throw new Error(`${error.code}: ${error.detail}`)
  return data.id
}
