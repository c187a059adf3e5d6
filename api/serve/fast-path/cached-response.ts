import { execute, type GraphQLSchema } from 'graphql'
import type { Context } from '#api/context.ts'
import { listFromSnapshot, type Snapshot } from '#api/features/feed/snapshot.ts'
import {
  hasFact,
  isPostFact,
  type PostIds,
  type PostViewerState,
  type ViewerPosts,
} from '#api/features/post/post-viewer-state.ts'
import { isCacheable } from '#api/graphql/cacheable.ts'
import { MAX_UUID } from '#api/lib/ids.ts'
import type { OperationRequest } from './operation-request.ts'
import { type Slot, ViewerSlots } from './viewer-slots.ts'

/** A response with slots for facts about posts. */
export interface CachedResponse {
  slots: readonly PostSlot[]
  /** The UUID of the oldest post that has a slot. */
  oldest: string
  /** The posts from which it was rendered. */
  snapshot: Snapshot
  /** The authors on which the response depends: UUIDs. */
  authors: ReadonlySet<string>
  /** The response to a viewer for whom no fact is true. */
  anonymous: Buffer
  operationName: string | null
}

interface PostSlot {
  source: PostIds
  field: keyof PostViewerState
  /** Where `anonymous` has its value, in bytes. */
  start: number
}

const TRUE = Buffer.from('true')
const FALSE = 'false'
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
  const authors = new Set<string>()
  const posts = {
    ...context.reads.posts,
    async list(list: Parameters<typeof listFromSnapshot>[1]) {
      const rows = listFromSnapshot(snapshot, list) ?? tooShort()
      for (const { author } of rows) authors.add(author.id)
      return rows
    },
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
  const { segments, slots } = viewerSlots.split(text)
  if (!slots.every(isOfPost)) return null
  let end = 0
  return {
    slots: slots.map((slot, index) => {
      const start = end + Buffer.byteLength(segments[index] ?? '')
      end = start + FALSE.length
      return { ...slot, start }
    }),
    snapshot,
    authors,
    oldest: slots.map(({ source }) => source.id).toSorted()[0] ?? MAX_UUID,
    anonymous: Buffer.from(segments.join(FALSE)),
    operationName: name,
  }
}

function tooShort(): never {
  throw new RangeError('The snapshot does not contain the whole page.')
}

/** The response to a viewer. */
export function fillSlots({ slots, anonymous }: CachedResponse, posts: ViewerPosts): Buffer {
  const parts: Buffer[] = []
  let end = 0
  for (const { source, field, start } of slots) {
    if (!hasFact(source, field, posts)) continue
    parts.push(anonymous.subarray(end, start), TRUE)
    end = start + FALSE.length
  }
  return end === 0 ? anonymous : Buffer.concat([...parts, anonymous.subarray(end)])
}

const isOfPost = (slot: Slot): slot is Slot & Omit<PostSlot, 'start'> => isPostFact(slot.field)
