import { listFrom, type Snapshot } from '../features/feed/snapshot.ts'
import type { PostList, PostReads } from '../features/post/post.read.ts'
import type { PostRow } from '../features/post/post.row.ts'
import { NIL_UUID } from '../ids.ts'

/** An answer before it is known who reads: bytes, and between them the places where it is told whether they like a post. */
export interface Template {
  /** One more than there are holes. */
  pieces: readonly Buffer[]
  /** The UUID of the post at each hole. */
  holes: readonly string[]
  /** The answer to one who likes none of them. */
  unliked: Buffer
  link: string | null
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
  /** What takes their place as things stand; null where the newest posts are not enough. */
  now(snapshot: Snapshot): readonly PostRow[] | null
}

export interface Rendered {
  text: string
  /** A `Link` header. */
  link: string | null
  operation: string | null
}

/** Makes an answer from posts; null when something is wrong, which is told by whoever answers without a template. */
export type Render = (reads: { posts: PostReads }) => Promise<Rendered | null>

/**
 * Renders an answer twice, once for one who likes nothing and once for one who likes everything: where they differ is told
 * who likes what. So it is made by the same resolvers as any other answer, whatever was asked for.
 * @returns null when there is no such answer from the newest posts
 */
export async function makeTemplate(snapshot: Snapshot, posts: PostReads, render: Render): Promise<Template | null> {
  const [nobody, everybody] = [new HeadReads(snapshot, posts, false), new HeadReads(snapshot, posts, true)]
  const unliked = await render({ posts: nobody })
  const liked = unliked && (await render({ posts: everybody }))
  const pieces = liked && difference(unliked.text, liked.text)
  if (!pieces || pieces.length !== nobody.told.length + 1) return null
  return {
    pieces: pieces.map((piece) => Buffer.from(piece)),
    holes: nobody.told,
    unliked: Buffer.from(unliked.text),
    link: unliked.link,
    operation: unliked.operation,
    oldest: nobody.parts.flatMap(({ posts }) => posts.at(-1)?.id ?? []).sort()[0] ?? NIL_UUID,
    parts: nobody.parts,
  }
}

/** Whether the newest posts still give the same answer. */
export function isCurrent({ parts }: Template, snapshot: Snapshot): boolean {
  return parts.every(({ posts, now: nowFrom }) => {
    const now = nowFrom(snapshot)
    return now?.length === posts.length && now.every((post, index) => post === posts[index])
  })
}

/** The answer to one who likes some posts. */
export function fill({ pieces, holes, unliked }: Template, likes: readonly string[]): Buffer {
  if (likes.length === 0 || !holes.some((id) => likes.includes(id))) return unliked
  const parts: Buffer[] = []
  for (const [index, piece] of pieces.entries()) {
    parts.push(piece)
    const id = holes[index]
    if (id !== undefined) parts.push(likes.includes(id) ? TRUE : FALSE)
  }
  return Buffer.concat(parts)
}

const [TRUE, FALSE] = [Buffer.from('true'), Buffer.from('false')]

/** Posts of the head, each of which notes when it is told whether it is liked. */
class HeadReads implements PostReads {
  readonly told: string[] = []
  readonly parts: Part[] = []
  readonly #snapshot: Snapshot
  readonly #posts: PostReads
  readonly #liked: boolean

  constructor(snapshot: Snapshot, posts: PostReads, liked: boolean) {
    this.#snapshot = snapshot
    this.#posts = posts
    this.#liked = liked
  }

  list(list: PostList): Promise<PostRow[]> {
    const posts = this.#part((snapshot) => listFrom(snapshot, list))
    return Promise.resolve(posts.map((post) => this.#asked(post)))
  }

  one: PostReads['one'] = (id, reader) => this.#posts.one(id, reader)

  #part(now: Part['now']): readonly PostRow[] {
    const posts = now(this.#snapshot)
    if (!posts) throw new RangeError('The newest posts do not reach that far.')
    this.parts.push({ posts, now })
    return posts
  }

  #asked(post: PostRow): PostRow {
    return { ...post, isLiked: this.#telling(post.id) as unknown as boolean }
  }

  /** GraphQL asks an object for its value at the moment when it is written, which is the order of the answer's text. */
  #telling(id: string) {
    return {
      valueOf: () => {
        this.told.push(id)
        return this.#liked
      },
    }
  }
}

/** The parts around `false` in one text and `true` in the other; null when they differ in more. */
function difference(unliked: string, liked: string): string[] | null {
  const pieces: string[] = []
  let [start, at, other] = [0, 0, 0]
  while (at < unliked.length) {
    if (unliked.charCodeAt(at) === liked.charCodeAt(other)) {
      at++
      other++
    } else {
      if (!unliked.startsWith('false', at) || !liked.startsWith('true', other)) return null
      pieces.push(unliked.slice(start, at))
      at += 5
      other += 4
      start = at
    }
  }
  return other === liked.length ? [...pieces, unliked.slice(start)] : null
}
