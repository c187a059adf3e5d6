import { DEMO_USER_UUID, IdGenerator, timeOf } from '#api/lib/ids.ts'
import { seeded } from './art/random.ts'
import type { DemoPerson, DemoPicture } from './people/person.ts'
import { people } from './people.ts'

const DAY = 24 * 60 * 60 * 1000

export interface ContentPerson extends DemoPerson {
  id: string
  createdAt: Date
}

export interface ContentPost {
  id: string
  authorId: string
  content: string
  picture: DemoPicture | null
  createdAt: Date
}

export interface ContentLike {
  userId: string
  postId: string
  createdAt: Date
}

/** The demo content as it is loaded at a time: always the same people, posts and likes, weeks before then. */
export function demoContent(now: number) {
  const ids = new IdGenerator()
  const joined = people
    .toSorted((one, other) => other.joinedDaysAgo - one.joinedDaysAgo)
    .map((person): ContentPerson => made(ids.next(now - person.joinedDaysAgo * DAY), person))
  const posts = joined
    .flatMap(({ id: authorId, posts }) =>
      posts.map(([daysAgo, content, picture = null]) => ({ authorId, daysAgo, content, picture })),
    )
    .toSorted((one, other) => other.daysAgo - one.daysAgo)
    .map(({ daysAgo, ...post }): ContentPost => made(ids.next(now - daysAgo * DAY), post))
  return {
    people: joined,
    posts,
    likes: likesOf(posts, [...joined.map(({ id }) => id), DEMO_USER_UUID], now),
  }
}

const made = <T>(id: string, thing: T) => ({ ...thing, id, createdAt: timeOf(id) })

/** Most posts please a few, some please nearly everybody; nobody likes their own. */
function likesOf(
  posts: readonly ContentPost[],
  likers: readonly string[],
  now: number,
): ContentLike[] {
  const random = seeded(58)
  return posts.flatMap(({ id: postId, authorId, createdAt }) => {
    const age = now - createdAt.getTime()
    const appeal = random.between(0, 1) ** 1.9 * Math.min(0.95, 0.45 + age / DAY)
    return likers.flatMap((userId) => {
      const [likes, wait] = [
        random.chance(userId === DEMO_USER_UUID ? appeal / 3 : appeal),
        random.between(0.02, 0.9),
      ]
      if (!likes || userId === authorId) return []
      return [
        {
          userId,
          postId,
          createdAt: new Date(createdAt.getTime() + wait * Math.min(age, 2 * DAY)),
        },
      ]
    })
  })
}
