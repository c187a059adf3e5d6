/** What became of a change: certain, or not to be known because no answer came. */
export type Fate = 'acknowledged' | 'unknown'

export interface KnownPost {
  /** Unlike any other's. */
  content: string
  author: string
  /** As it is outside; null until it was told. */
  id: string | null
  made: Fate
  deleted: Fate | null
  /** The path of its picture. */
  picture: string | null
  /** When it was sent first, and when it was acknowledged, of the one who asks: milliseconds of a clock that nobody sets. */
  sentAt: number
  madeAt: number
}

/** Everything that was asked of the product, and what it answered. */
export class History {
  readonly posts: KnownPost[] = []
  /** By who and which post; `unknown` where the last change had no answer. */
  readonly likes = new Map<
    string,
    { username: string; post: KnownPost; state: 'liked' | 'not liked' | 'unknown' }
  >()
  /** What is wrong, whatever the database says. */
  readonly problems: string[] = []
  answers = { acknowledged: 0, refused: 0, unavailable: 0, full: 0, lost: 0 }
  /** Milliseconds that the slowest answer took. */
  slowest = 0

  like(username: string, post: KnownPost, state: 'liked' | 'not liked' | 'unknown') {
    this.likes.set(`${username} ${post.content}`, { username, post, state })
  }

  /** In a sentence. */
  get summary(): string {
    const { acknowledged, unavailable, full, lost } = this.answers
    const slowest = (this.slowest / 1_000).toFixed(1)
    return `${acknowledged} changes acknowledged, ${unavailable} answered 503, ${full} that there is no room, ${lost} without an answer; the slowest answer took ${slowest} s`
  }

  /** Posts that are known to be there. */
  get standing(): KnownPost[] {
    return this.posts.filter(({ made, deleted }) => made === 'acknowledged' && deleted === null)
  }
}
