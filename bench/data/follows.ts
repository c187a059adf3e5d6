import { hash } from './hash.ts'
import { postTime } from './ids.ts'
import { distinct, longTail } from './long-tail.ts'
import { type Shape, userOfViewer } from './shape.ts'

/** Two million follows for a million posts. */
const FOLLOWS_PER_POST = 2

export interface GeneratedFollow {
  /** Unique among all follows. */
  index: number
  /** Indexes of users. */
  follower: number
  followee: number
}

/**
 * Kinds of viewers with an exact number of followees. Silent ones never post or share. Some viewers
 * hide others: half by a mute, half by a block.
 */
export const followingKinds = {
  '35': { followees: 35, viewers: 40, isSilent: false, hides: 0 },
  '500': { followees: 500, viewers: 20, isSilent: false, hides: 0 },
  '5000': { followees: 5_000, viewers: 4, isSilent: false, hides: 0 },
  silent: { followees: 5_000, viewers: 4, isSilent: true, hides: 0 },
  'hiding-50': { followees: 500, viewers: 10, isSilent: false, hides: 50 },
  'hiding-500': { followees: 500, viewers: 10, isSilent: false, hides: 500 },
} as const
export type FollowingKind = keyof typeof followingKinds

/** They are neither active authors nor silent, at every size. */
const FIRST_VIEWER = 3_000

/** @returns the indexes of the viewers of this kind */
export function viewersFollowing(kind: FollowingKind): number[] {
  const names = Object.keys(followingKinds) as FollowingKind[]
  const skipped = names
    .slice(0, names.indexOf(kind))
    .reduce((sum, name) => sum + followingKinds[name].viewers, 0)
  return Array.from(
    { length: followingKinds[kind].viewers },
    (_, index) => FIRST_VIEWER + skipped + index,
  )
}

/** Yields all follows. The most active authors have the most followers, in a long tail. */
export function* generateFollows(shape: Shape): Generator<GeneratedFollow> {
  let index = 0
  const exact = new Set<number>()
  for (const kind of Object.keys(followingKinds) as FollowingKind[])
    for (const viewer of viewersFollowing(kind)) {
      const follower = userOfViewer(shape, viewer)
      exact.add(follower)
      for (const followee of followeesOf(shape, kind, follower))
        yield { index: index++, follower, followee }
    }
  const followersAt = longTail(shape.users, shape.users / 10, shape.posts * FOLLOWS_PER_POST)
  for (let followee = 0; followee < shape.users; followee++)
    for (const follower of distinct(shape.users, followersAt(followee + 1), followee, 60))
      if (follower !== followee && !exact.has(follower))
        yield { index: index++, follower, followee }
}

/** Half are active authors, as far as there are enough of them. */
export function* followeesOf(
  shape: Shape,
  kind: FollowingKind,
  follower: number,
): Generator<number> {
  const { followees, isSilent } = followingKinds[kind]
  const { activeAuthors, writers, users } = shape
  const count = isSilent ? 0 : Math.min(followees / 2, activeAuthors)
  yield* distinct(activeAuthors, Math.floor(count), follower, 62)
  let [left, first, size] = isSilent
    ? [followees, writers, users - writers]
    : [followees - Math.floor(count), activeAuthors, writers - activeAuthors]
  for (const other of distinct(size, size, follower, 64)) {
    if (left === 0) return
    if (first + other === follower) continue
    left--
    yield first + other
  }
}

/** Between the first and the newest post, in random order. */
export function followTime(shape: Shape, follow: number): number {
  const [first, newest] = [postTime(shape, 0), postTime(shape, shape.posts - 1)]
  return first + Math.floor((hash(follow, 66) / 2 ** 32) * (newest - first))
}
