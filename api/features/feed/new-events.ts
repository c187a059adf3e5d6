import type { Context } from '#api/context.ts'
import { MAX_UUID, NIL_UUID } from '#api/lib/ids.ts'
import { earlier, isNew, type LivePosition, positionAt } from '#api/live/position.ts'
import { type FeedEvent, newFollowingEvents } from './new-events.read.ts'
import { type Snapshot, visibleTo } from './snapshot.ts'

const MAX_NEW_IDS = 100

export interface NewEvents {
  newest: FeedEvent | null
  /** Newest first. Empty after a reset. */
  events: readonly FeedEvent[]
  /** Newest first, also after a reset: as many of the new ones as are known. */
  added: readonly FeedEvent[]
  /** More is new than `events` can hold. */
  isReset: boolean
  next: LivePosition
}

/** @param after the newest id that the reader has; null for a reader who wants to know no others */
export function startAt(after: string | null): LivePosition {
  return { from: after ?? MAX_UUID, known: new Set() }
}

/**
 * Null while the change feed is disconnected. Streams that see and know the same posts get the same
 * object.
 */
export async function newEventsOfEveryone(
  { recentPosts, hiddenUsers, viewer }: Context,
  position: LivePosition,
): Promise<NewEvents | null> {
  const snapshot = await recentPosts?.get('latest')
  if (!snapshot) return null
  const visible = visibleTo(snapshot, await hiddenUsers(viewer))
  const { next, byPosition } = eventsOf(visible, idsOf(snapshot))
  const events =
    byPosition.get(position) ?? toNewEvents(laterThan(position, visible), position, next)
  byPosition.set(position, events)
  return events
}

interface SharedEvents {
  next: LivePosition
  byPosition: WeakMap<LivePosition, NewEvents>
}

const sharedEvents = new WeakMap<Snapshot, SharedEvents>()

/** @param known also contains hidden posts, which are not new when they are no longer hidden */
function eventsOf(visible: Snapshot, known: ReadonlySet<string>): SharedEvents {
  const next = () => positionAt(visible.posts[0]?.id, known)
  const events = sharedEvents.get(visible) ?? { next: next(), byPosition: new WeakMap() }
  sharedEvents.set(visible, events)
  return events
}

const cachedIds = new WeakMap<Snapshot, ReadonlySet<string>>()

function idsOf(snapshot: Snapshot): ReadonlySet<string> {
  const ids = cachedIds.get(snapshot) ?? new Set(snapshot.posts.map(({ id }) => id))
  cachedIds.set(snapshot, ids)
  return ids
}

function laterThan({ from }: LivePosition, { posts, isComplete }: Snapshot): Found {
  const end = posts.findIndex(({ id }) => id <= from)
  const later = posts.slice(0, end < 0 ? posts.length : end).map(toEvent)
  const [newest] = posts
  return { later, isCut: end < 0 && !isComplete, newest: newest ? toEvent(newest) : null }
}

export async function newEventsOfFollowees(
  { database, viewer }: Context,
  position: LivePosition,
): Promise<NewEvents | null> {
  if (!viewer) return null
  const { from } = position
  const after = from === MAX_UUID ? NIL_UUID : earlier(from)
  const key = { viewerId: viewer.id, after }
  const { events, isCut, newestOfAnyone } = await newFollowingEvents(database)(key)
  const isTooOld = isCut && from !== MAX_UUID
  // It follows the events of anyone, so that the next read is short in a quiet feed, too.
  const { from: start, known } = positionAt(
    newestOfAnyone ?? undefined,
    new Set(events.map(({ id }) => id)),
  )
  const next = { from: from === MAX_UUID || start > from ? start : from, known }
  return toNewEvents({ later: events, isCut: isTooOld, newest: events[0] ?? null }, position, next)
}

const toEvent = ({ id }: { id: string }): FeedEvent => ({ id, isShare: false })

interface Found {
  later: readonly FeedEvent[]
  /** Whether there may be more than the found events. */
  isCut: boolean
  newest: FeedEvent | null
}

function toNewEvents(
  { later, isCut, newest }: Found,
  position: LivePosition,
  next: LivePosition,
): NewEvents {
  const added = later.filter(({ id }) => isNew(id, position))
  const isReset = isCut || added.length > MAX_NEW_IDS
  return { newest, events: isReset ? [] : added, added, isReset, next }
}
