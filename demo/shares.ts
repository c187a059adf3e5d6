import { IdGenerator } from '#api/lib/ids.ts'
import type { ContentPerson, ContentPost } from './content-rows.ts'
import { seeded } from './random.ts'

const TWO_DAYS_MS = 2 * 24 * 60 * 60 * 1000

export interface ContentShare {
  /** UUIDv7 of the time of sharing. */
  id: string
  actorId: string
  postId: string
  comment: string | null
}

/** Most posts are not shared, a few often: by followers of their authors, some with a comment. */
export function sharesOf(
  people: readonly ContentPerson[],
  posts: readonly ContentPost[],
  now: number,
): ContentShare[] {
  const [random, ids] = [seeded(36), new IdGenerator()]
  const sharesOfPost = ({ id: postId, authorId, content, createdAt }: ContentPost) => {
    const author = people.find(({ id }) => id === authorId)?.username ?? ''
    const appeal = random.between(0, 1) ** 9
    return people
      .filter(({ follows }) => follows.includes(author))
      .flatMap(({ id: actorId, shares }) => {
        const [isShared, delay] = [random.chance(appeal), random.between(0.02, 0.9)]
        const comment = shares.find(
          (share) => share.author === author && content.startsWith(share.beginning),
        )?.comment
        if (!isShared && !comment) return []
        const wait = delay * Math.min(now - createdAt.getTime(), TWO_DAYS_MS)
        const time = createdAt.getTime() + Math.floor(wait)
        return [{ time, actorId, postId, comment: comment ?? null }]
      })
  }
  return posts
    .flatMap(sharesOfPost)
    .toSorted((one, other) => one.time - other.time)
    .map(({ time, ...share }) => ({ id: ids.next(time), ...share }))
}
