import { expect, test } from 'vitest'
import { ReplicaTimeline } from './timeline.ts'

const at = (position: number, received = position) => ({ position, received })

test('a replica that follows the primary is on its timeline', () => {
  const timeline = new ReplicaTimeline()
  expect([
    timeline.isOnTimeline(at(90), 100),
    timeline.isOnTimeline(at(100), 100),
    timeline.isOnTimeline(at(110), 120),
  ]).toEqual([true, true, true])
  // The replica may respond later than the primary.
  expect([timeline.isOnTimeline(at(130), 125), timeline.isOnTimeline(at(130), 130)]).toEqual([
    true,
    true,
  ])
})

test('a replica with data that the primary never had has diverged, even when the primary reaches its position', () => {
  const [polled, fresh] = [new ReplicaTimeline(), new ReplicaTimeline()]
  polled.isOnTimeline(at(1_000), 1_000)
  expect([polled.isOnTimeline(at(1_000), 950), polled.isOnTimeline(at(1_000), 1_100)]).toEqual([
    false,
    false,
  ])
  expect([
    fresh.isOnTimeline(at(1_000), 950),
    fresh.isOnTimeline(at(1_000), 951),
    fresh.isOnTimeline(at(1_000), 1_100),
  ]).toEqual([false, false, false])
  // After a rebuild it is on the timeline again.
  expect([polled.isOnTimeline(at(1_200), 1_200), fresh.isOnTimeline(at(1_200), 1_200)]).toEqual([
    true,
    true,
  ])
})

test('after a promotion, a replica needs a newer position than it had, had received or the new primary had', () => {
  for (const [replica, primary, minimum] of [
    [at(900, 1_000), 950, 1_000],
    [at(900), 950, 950],
    [at(1_000), 950, 1_000],
  ] as const) {
    const timeline = new ReplicaTimeline()
    timeline.isOnTimeline(replica, 900)
    timeline.onNewPrimary()
    expect([
      timeline.isOnTimeline(replica, primary),
      timeline.isOnTimeline(at(minimum), 1_100),
      timeline.isOnTimeline(at(minimum + 1), 1_100),
    ]).toEqual([false, false, true])
  }
})
