import { type FollowingKind, followeesOf, followingKinds, viewersFollowing } from './follows.ts'
import { distinct } from './long-tail.ts'
import { type Shape, userOfViewer } from './shape.ts'

export interface GeneratedHide {
  /** Unique among all mutes and blocks. */
  index: number
  /** Indexes of users. */
  viewer: number
  hidden: number
  isMute: boolean
}

/** Yields all mutes and blocks. Those of the most active authors cost the most. */
export function* generateHides(shape: Shape): Generator<GeneratedHide> {
  let index = 0
  for (const kind of Object.keys(followingKinds) as FollowingKind[])
    for (const each of viewersFollowing(kind)) {
      const viewer = userOfViewer(shape, each)
      const mutes = followingKinds[kind].hides / 2
      const muted = new Set(mutedBy(shape, mutes, viewer))
      for (const hidden of muted) yield { index: index++, viewer, hidden, isMute: true }
      for (const hidden of blockedBy(shape, kind, viewer, muted))
        yield { index: index++, viewer, hidden, isMute: false }
    }
}

/** At most a tenth of the active authors, so that most posts stay. */
function* mutedBy(
  { activeAuthors, writers }: Shape,
  mutes: number,
  viewer: number,
): Generator<number> {
  const active = Math.min(mutes, Math.floor(activeAuthors / 10))
  yield* distinct(activeAuthors, active, viewer, 68)
  let left = mutes - active
  for (const other of distinct(writers - activeAuthors, mutes, viewer, 72)) {
    if (left === 0) return
    if (activeAuthors + other === viewer) continue
    left--
    yield activeAuthors + other
  }
}

/** A block ends follows, so nobody blocks a followee. */
function* blockedBy(
  shape: Shape,
  kind: FollowingKind,
  viewer: number,
  muted: ReadonlySet<number>,
): Generator<number> {
  const excluded = new Set([viewer, ...muted, ...followeesOf(shape, kind, viewer)])
  let left = followingKinds[kind].hides / 2
  for (const hidden of distinct(shape.writers, shape.writers, viewer, 70)) {
    if (left === 0) return
    if (excluded.has(hidden)) continue
    left--
    yield hidden
  }
}
