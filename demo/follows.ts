import { IdGenerator } from '#api/lib/ids.ts'
import type { ContentPerson } from './content-rows.ts'
import { seeded } from './random.ts'

export interface ContentFollow {
  /** UUIDv7 of the time of following. */
  id: string
  followerId: string
  followeeId: string
}

/** Dates the follows of people between the day when both had joined and `now`. */
export function followsOf(people: readonly ContentPerson[], now: number): ContentFollow[] {
  const [random, ids] = [seeded(19), new IdGenerator()]
  return people
    .flatMap((follower) =>
      people
        .filter(({ username }) => follower.follows.includes(username))
        .map((followee) => {
          const since = Math.max(follower.createdAt.getTime(), followee.createdAt.getTime())
          const time = Math.floor(random.between(since, now))
          return { time, followerId: follower.id, followeeId: followee.id }
        }),
    )
    .toSorted((one, other) => one.time - other.time)
    .map(({ time, ...follow }) => ({ id: ids.next(time), ...follow }))
}
