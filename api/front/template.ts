import { listFrom, type Snapshot } from '../features/feed/snapshot.ts'
import type { PostList, PostReads } from '../features/post/post.read.ts'
import type { PostRow } from '../features/post/post.row.ts'
import { NIL_UUID } from '../ids.ts'
import { ViewerSlots } from './viewer-slots.ts'

/** A response before its viewer is known: bytes, and between them the slots that tell whether the viewer likes a post. */
export interface Template {
  /** One more than there are slots. */
  segments: readonly Buffer[]
  /** The UUID of the post at each slot. */
  slots: readonly string[]
  /** The response to a viewer who likes none of them. */
  unliked: Buffer
  /** The name of the operation that it answers. */
  operation: string | null
  /** The UUID of the oldest post in it. */
  oldest: string
  /** What it was made from. */
  parts: readonly Part[]
}

/** Some of the newest posts. */
interface Part {
  posts: readonly PostRow[]
  /** The posts that take their place in a newer snapshot; null where the newest posts are not enough. */
  now(snapshot: Snapshot): readonly PostRow[] | null
}

export interface Rendered {
  text: string
  operation: string | null
}

/** Makes a response from posts, with its viewer slots marked; null when something is wrong, which the slow path reports. */
export type Render = (posts: PostReads, slots: ViewerSlots) => Promise<Rendered | null>

/** Characters: larger responses are not cached. */
const MAX_RESPONSE_LENGTH = 256 * 1024

/** @returns null when there is no such response from the newest posts, or when it is too large to be cached */
export async function makeTemplate(snapshot: Snapshot, posts: PostReads, render: Render): Promise<Template | null> {
  const [reads, viewerSlots] = [new RecentReads(snapshot, posts), new ViewerSlots()]
  const rendered = await render(reads, viewerSlots)
  if (!rendered || rendered.text.length > MAX_RESPONSE_LENGTH) return null
  const { segments, ids } = viewerSlots.split(rendered.text)
  return {
    segments: segments.map((segment) => Buffer.from(segment)),
    slots: ids,
    unliked: Buffer.from(segments.join('false')),
    operation: rendered.operation,
    oldest: reads.parts.flatMap(({ posts }) => posts.at(-1)?.id ?? []).sort()[0] ?? NIL_UUID,
    parts: reads.parts,
  }
}

/** Whether the newest posts still give the same response. */
export function isCurrent({ parts }: Template, snapshot: Snapshot): boolean {
  return parts.every(({ posts, now: nowFrom }) => {
    const now = nowFrom(snapshot)
    return now?.length === posts.length && now.every((post, index) => post === posts[index])
  })
}

/** The response to a viewer who likes some posts. */
export function fill({ segments, slots, unliked }: Template, likes: readonly string[]): Buffer {
  if (likes.length === 0 || !slots.some((id) => likes.includes(id))) return unliked
  const parts: Buffer[] = []
  for (const [index, segment] of segments.entries()) {
    parts.push(segment)
    const id = slots[index]
    if (id !== undefined) parts.push(likes.includes(id) ? TRUE : FALSE)
  }
  return Buffer.concat(parts)
}

const [TRUE, FALSE] = [Buffer.from('true'), Buffer.from('false')]

/** Reads lists from the newest posts alone, and notes what was read. */
class RecentReads implements PostReads {
  readonly parts: Part[] = []
  readonly one: PostReads['one']
  readonly #snapshot: Snapshot

  constructor(snapshot: Snapshot, posts: PostReads) {
    this.#snapshot = snapshot
    this.one = (id, reader) => posts.one(id, reader)
  }

  list(list: PostList): Promise<PostRow[]> {
    const now = (snapshot: Snapshot) => listFrom(snapshot, list)
    const posts = now(this.#snapshot)
    if (!posts) return Promise.reject(new RangeError('The newest posts do not reach that far.'))
    this.parts.push({ posts, now })
    return Promise.resolve(posts)
  }
}
