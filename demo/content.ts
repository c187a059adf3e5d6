import { DEMO_USER_UUID, IdGenerator, timeOf } from '#api/lib/ids.ts'
import type { ContentPerson, ContentPost } from './content-rows.ts'
import { followsOf } from './follows.ts'
import { people } from './people.ts'
import { seeded } from './random.ts'
import { sharesOf } from './shares.ts'

const DAY_MS = 24 * 60 * 60 * 1000

export interface ContentLike {
  userId: string
  postId: string
  createdAt: Date
}

/**
 * The same people, posts, likes, follows and shares every time, dated in the weeks before `now`.
 */
export function demoContent(now: number) {
  const ids = new IdGenerator()
  const members = people
    .toSorted((one, other) => other.joinedDaysAgo - one.joinedDaysAgo)
    .map((person): ContentPerson => withId(ids.next(now - person.joinedDaysAgo * DAY_MS), person))
  const posts = members
    .flatMap(({ id: authorId, posts }) =>
      posts.map(({ picture = null, ...post }) => ({ ...post, authorId, picture })),
    )
    .toSorted((one, other) => other.daysAgo - one.daysAgo)
    .map(({ daysAgo, ...post }): ContentPost => withId(ids.next(now - daysAgo * DAY_MS), post))
  return {
    people: members,
    posts,
    likes: likesOf(posts, [...members.map(({ id }) => id), DEMO_USER_UUID], now),
    follows: followsOf(members, now),
    shares: sharesOf(members, posts, now),
  }
}

const withId = <T>(id: string, value: T) => ({ ...value, id, createdAt: timeOf(id) })

/** Most posts get few likes, some get many; authors don't like their own posts. */
function likesOf(
  posts: readonly ContentPost[],
  likers: readonly string[],
  now: number,
): ContentLike[] {
  const random = seeded(58)
  return posts.flatMap(({ id: postId, authorId, createdAt }) => {
    const age = now - createdAt.getTime()
    const appeal = random.between(0, 1) ** 1.9 * Math.min(0.95, 0.45 + age / DAY_MS)
    return likers.flatMap((userId) => {
      const [likes, delay] = [
        random.chance(userId === DEMO_USER_UUID ? appeal / 3 : appeal),
        random.between(0.02, 0.9),
      ]
      if (!likes || userId === authorId) return []
      return [
        {
          userId,
          postId,
          createdAt: new Date(createdAt.getTime() + delay * Math.min(age, 2 * DAY_MS)),
        },
      ]
    })
  })
}
