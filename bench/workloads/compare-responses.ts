import { isDeepStrictEqual } from 'node:util'
import type { Shape } from '../data/shape.ts'
import { sendRequest } from '../load/request.ts'
import type { Fleet } from '../servers/fleet.ts'
import type { ServerName } from '../servers/servers.ts'
import { dialectOf } from './dialects.ts'
import type { Operation, PostPage } from './operation.ts'

/**
 * Sends every server the same requests and compares the posts in the responses.
 * @returns the pages, and the bytes of the product's first response
 * @throws Error that shows the first difference
 */
export async function compareResponses(
  fleet: Fleet,
  shape: Shape,
  servers: readonly ServerName[],
  operations: readonly Operation[],
): Promise<{ pages: PostPage[]; bytes: Buffer }> {
  let expected: ServerPages | null = null
  let bytes: Buffer = Buffer.alloc(0)
  for (const name of servers) {
    const { url } = await fleet.resume(name)
    const dialect = dialectOf(name, shape)
    const pages: PostPage[] = []
    for (const [index, operation] of operations.entries()) {
      const response = await sendRequest(url, dialect.toRequest(operation))
      if (name === 'ours' && index === 0) bytes = response.bytes
      pages.push(dialect.readResponse(operation, response.body))
    }
    if (expected) compare(expected, { server: name, pages }, operations)
    expected ??= { server: name, pages }
  }
  return { pages: expected?.pages ?? [], bytes }
}

interface ServerPages {
  server: ServerName
  pages: PostPage[]
}

function compare(expected: ServerPages, actual: ServerPages, operations: readonly Operation[]) {
  for (const [index, operation] of operations.entries()) {
    const [a, b] = [expected.pages[index], actual.pages[index]]
    const bothReportMore = a?.hasMore != null && b?.hasMore != null
    if (isDeepStrictEqual(a?.posts, b?.posts) && (!bothReportMore || a.hasMore === b.hasMore))
      continue
    const position = a?.posts.findIndex((post, at) => !isDeepStrictEqual(post, b?.posts[at])) ?? 0
    throw new Error(
      `For ${JSON.stringify(operation)}, ${actual.server} returns ${b?.posts.length} posts and ${expected.server} ${a?.posts.length}. ` +
        `The first difference:\n${JSON.stringify(b?.posts[position])}\n${JSON.stringify(a?.posts[position])}`,
    )
  }
}
