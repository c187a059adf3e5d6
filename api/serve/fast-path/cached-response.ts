import { execute, type GraphQLSchema } from 'graphql'
import type { Context } from '#api/context.ts'
import { listFromSnapshot, type Snapshot } from '#api/features/feed/snapshot.ts'
import { isCacheable } from '#api/graphql/cacheable.ts'
import { MAX_UUID } from '#api/lib/ids.ts'
import type { OperationRequest } from './operation-request.ts'
import { ViewerSlots } from './viewer-slots.ts'

/** A response in segments. Between them are slots for whether the viewer likes a post. */
export interface CachedResponse {
  /** One more than there are slots. */
  segments: readonly Buffer[]
  /** The UUID of the post at each slot. */
  slots: readonly string[]
  /** The UUID of the oldest post that has a slot. */
  oldest: string
  /** The response to a viewer who likes none of the posts. */
  withoutLikes: Buffer
  operationName: string | null
}

/** Characters. The cache keeps no larger responses. */
const MAX_RESPONSE_LENGTH = 256 * 1024

/**
 * Runs an operation on a snapshot of the newest posts, with the usual resolvers.
 * @returns null if the snapshot is too short, there are errors, or the response is too large
 */
export async function render(
  schema: GraphQLSchema,
  { operation: { document, name }, operationName, variables }: OperationRequest,
  snapshot: Snapshot,
  context: Context,
): Promise<CachedResponse | null> {
  // A library may have changed the schema since the operation was compiled.
  if (!isCacheable(schema, document)) return null
  const viewerSlots = new ViewerSlots()
  const posts = {
    ...context.reads.posts,
    list: async (list: Parameters<typeof listFromSnapshot>[1]) =>
      listFromSnapshot(snapshot, list) ?? tooShort(),
  }
  const result = await execute({
    schema,
    document,
    operationName,
    variableValues: variables,
    contextValue: { ...context, reads: { ...context.reads, posts } },
    fieldResolver: viewerSlots.resolver,
  })
  if (result.errors || !result.data) return null
  viewerSlots.mark(result.data)
  const text = JSON.stringify(result)
  if (text.length > MAX_RESPONSE_LENGTH) return null
  const { segments, ids } = viewerSlots.split(text)
  return {
    segments: segments.map((segment) => Buffer.from(segment)),
    slots: ids,
    oldest: ids.toSorted()[0] ?? MAX_UUID,
    withoutLikes: Buffer.from(segments.join('false')),
    operationName: name,
  }
}

function tooShort(): never {
  throw new RangeError('The snapshot does not contain the whole page.')
}

const TRUE = Buffer.from('true')
const FALSE = Buffer.from('false')

/** The response to a viewer. `likes` are UUIDs of posts. */
export function fillSlots(
  { segments, slots, withoutLikes }: CachedResponse,
  likes: readonly string[],
): Buffer {
  if (!slots.some((id) => likes.includes(id))) return withoutLikes
  return Buffer.concat(
    segments.flatMap((segment, index) => [
      ...(index > 0 ? [likes.includes(slots[index - 1] ?? '') ? TRUE : FALSE] : []),
      segment,
    ]),
  )
}
