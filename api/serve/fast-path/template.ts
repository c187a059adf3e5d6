import { execute, type GraphQLSchema } from 'graphql'
import type { Context } from '#api/context.ts'
import { listFromSnapshot, type Snapshot } from '#api/features/feed/snapshot.ts'
import { isCacheable } from '#api/graphql/cacheable.ts'
import type { CompiledOperation } from '#api/graphql/compiled.ts'
import { MAX_UUID } from '#api/lib/ids.ts'
import { ViewerSlots } from './viewer-slots.ts'

/** A response before its viewer is known: bytes, and between them the slots that tell whether the viewer likes a post. */
export interface Template {
  /** One more than there are slots. */
  segments: readonly Buffer[]
  /** The UUID of the post at each slot. */
  slots: readonly string[]
  /** The UUID of the oldest post that has a slot. */
  oldest: string
  /** The response to a viewer who likes none of them. */
  unliked: Buffer
  /** The name of the operation that it answers. */
  operation: string | null
}

/** An operation with what its request says. */
export interface Request {
  operation: CompiledOperation
  operationName: string | null
  variables: Record<string, unknown>
}

/** Characters: larger responses are not cached. */
const MAX_RESPONSE_LENGTH = 256 * 1024

/**
 * Runs an operation on a snapshot of the newest posts, by the usual resolvers.
 * @returns null when the snapshot alone does not answer it, when there are errors, or when the response is too large to be cached
 */
export async function render(
  schema: GraphQLSchema,
  { operation: { document, name }, operationName, variables }: Request,
  snapshot: Snapshot,
  context: Context,
): Promise<Template | null> {
  // A library may have changed the schema since the operation was compiled.
  if (!isCacheable(schema, document)) return null
  const viewerSlots = new ViewerSlots()
  const posts = {
    ...context.reads.posts,
    list: async (list: Parameters<typeof listFromSnapshot>[1]) =>
      listFromSnapshot(snapshot, list) ?? tooOld(),
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
    unliked: Buffer.from(segments.join('false')),
    operation: name,
  }
}

function tooOld(): never {
  throw new RangeError('The newest posts do not reach that far.')
}

const [TRUE, FALSE] = [Buffer.from('true'), Buffer.from('false')]

/** The response to a viewer who likes some posts, by their UUIDs. */
export function fill({ segments, slots, unliked }: Template, likes: readonly string[]): Buffer {
  if (!slots.some((id) => likes.includes(id))) return unliked
  return Buffer.concat(
    segments.flatMap((segment, index) => [
      ...(index > 0 ? [likes.includes(slots[index - 1] ?? '') ? TRUE : FALSE] : []),
      segment,
    ]),
  )
}
