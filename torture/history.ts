/** `unknown`: the change was sent, but got no response. */
export type WriteStatus = 'acknowledged' | 'unknown'

export interface RecordedPost {
  /** Unique. */
  content: string
  author: string
  /** The post that a reply answers. */
  parent: RecordedPost | null
  /** Public id; null until the creation is acknowledged. */
  id: string | null
  created: WriteStatus
  deleted: WriteStatus | null
  /** Path of the photo. */
  imageUrl: string | null
  /** Milliseconds of the monotonic clock: first attempt and acknowledgement. */
  sentAt: number
  acknowledgedAt: number
}

/** Whether a user deleted a post, or the one that it answers. */
export const isDeleted = ({ deleted, parent }: RecordedPost): boolean =>
  deleted !== null || (parent !== null && parent.deleted !== null)

/** The requests that the simulated users sent, and the responses. */
export class History {
  readonly posts: RecordedPost[] = []
  /** By user and post. `unknown`: the last change got no response. */
  readonly likes = new Map<
    string,
    { username: string; post: RecordedPost; state: 'liked' | 'not liked' | 'unknown' }
  >()
  /** Problems found in responses. */
  readonly problems: string[] = []
  counts = { acknowledged: 0, read: 0, rejected: 0, unavailable: 0, outOfSpace: 0, lost: 0 }
  slowestMs = 0

  like(username: string, post: RecordedPost, state: 'liked' | 'not liked' | 'unknown') {
    this.likes.set(`${username} ${post.content}`, { username, post, state })
  }

  get summary(): string {
    const { acknowledged, unavailable, outOfSpace, lost } = this.counts
    const slowest = (this.slowestMs / 1_000).toFixed(1)
    return `${acknowledged} changes acknowledged, ${unavailable} got 503, ${outOfSpace} got 507, ${lost} got no response; the slowest response took ${slowest} s`
  }

  /** Posts and replies whose creation was acknowledged and that no user deleted. */
  get existingPosts(): RecordedPost[] {
    return this.posts.filter((post) => post.created === 'acknowledged' && !isDeleted(post))
  }
}
