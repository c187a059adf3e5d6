import { expect, test, vi } from 'vitest'
import { type DeliveryTimes, defaultTimes, latestDelivery, nextDelivery } from './delivery.rules.ts'

const daily = (timeZone: string, ...hours: number[]): DeliveryTimes => ({
  ...{ delivery: 'DAILY', hours, timeZone },
})

/** The deliveries between two times in UTC, found forwards and backwards. */
function deliveries(times: DeliveryTimes, from: string, to: string): string[] {
  const [start, end] = [Date.parse(`${from}:00Z`), Date.parse(`${to}:00Z`)]
  const found: number[] = []
  for (let time = nextDelivery(times, start); time < end; time = nextDelivery(times, time))
    found.push(time)
  const backwards: number[] = []
  for (let time = latestDelivery(times, end - 1); time > start; ) {
    backwards.unshift(time)
    time = latestDelivery(times, time - 1)
  }
  expect(backwards).toEqual(found)
  return found.map((time) => new Date(time).toISOString().slice(0, 16))
}

test('an hour that clocks repeat delivers once, the first time', () => {
  // 3:00 becomes 2:00 at 1:00 UTC.
  expect(deliveries(daily('Europe/Berlin', 2), '2026-10-23T12:00', '2026-10-26T12:00')).toEqual([
    ...['2026-10-24T00:00', '2026-10-25T00:00', '2026-10-26T01:00'],
  ])
  expect(deliveries(daily('Europe/Berlin', 3), '2026-10-24T12:00', '2026-10-25T12:00')).toEqual([
    '2026-10-25T02:00',
  ])
  // 2:00 becomes 1:00 at 6:00 UTC.
  expect(deliveries(daily('America/New_York', 1), '2026-10-31T12:00', '2026-11-02T12:00')).toEqual([
    ...['2026-11-01T05:00', '2026-11-02T06:00'],
  ])
  // 3:00 becomes 1:00 at 1:00 UTC.
  expect(
    deliveries(daily('Antarctica/Troll', 1, 2, 3), '2026-10-24T12:00', '2026-10-25T12:00'),
  ).toEqual(['2026-10-24T23:00', '2026-10-25T00:00', '2026-10-25T03:00'])
})

test('an hour that clocks skip delivers at the end of the gap', () => {
  // 2:00 becomes 3:00 at 1:00 UTC.
  expect(deliveries(daily('Europe/Berlin', 2), '2026-03-27T12:00', '2026-03-30T12:00')).toEqual([
    ...['2026-03-28T01:00', '2026-03-29T01:00', '2026-03-30T00:00'],
  ])
  const both = daily('Europe/Berlin', 2, 3, 19)
  expect(deliveries(both, '2026-03-28T20:00', '2026-03-29T20:00')).toEqual([
    ...['2026-03-29T01:00', '2026-03-29T17:00'],
  ])
  // 2:00 becomes 3:00 at 7:00 UTC.
  expect(deliveries(daily('America/New_York', 2), '2026-03-07T12:00', '2026-03-09T12:00')).toEqual([
    ...['2026-03-08T07:00', '2026-03-09T06:00'],
  ])
  // 23:00 becomes 0:00 of the next day at 1:00 UTC.
  expect(deliveries(daily('America/Nuuk', 23), '2026-03-28T12:00', '2026-03-30T12:00')).toEqual([
    ...['2026-03-29T01:00', '2026-03-30T00:00'],
  ])
})

test('clocks that change by half an hour, or never, deliver once a day', () => {
  const lordHowe = daily('Australia/Lord_Howe', 2)
  // 2:00 becomes 1:30 at 15:00 UTC.
  expect(deliveries(lordHowe, '2026-04-03T16:00', '2026-04-05T16:00')).toEqual([
    ...['2026-04-04T15:30', '2026-04-05T15:30'],
  ])
  // 2:00 becomes 2:30 at 15:30 UTC.
  expect(deliveries(lordHowe, '2026-10-02T16:00', '2026-10-04T16:00')).toEqual([
    ...['2026-10-03T15:30', '2026-10-04T15:00'],
  ])
  expect(deliveries(daily('Asia/Kolkata', 0), '2026-10-24T12:00', '2026-10-26T12:00')).toEqual([
    ...['2026-10-24T18:30', '2026-10-25T18:30'],
  ])
})

test('every hour around a clock change delivers once a day', () => {
  const changes = [
    // 0:00 becomes 1:00, and 24:00 becomes 23:00.
    ['Africa/Cairo', '2026-04-22', '2026-04-26'],
    ['Africa/Cairo', '2026-10-28', '2026-11-01'],
    // 0:00 becomes 1:00, and 1:00 becomes 0:00.
    ['America/Havana', '2026-03-06', '2026-03-10'],
    ['America/Havana', '2026-10-30', '2026-11-03'],
  ] as const
  for (const [zone, from, to] of changes)
    for (const hour of [22, 23, 0, 1, 2, 3])
      expect(
        deliveries(daily(zone, hour), `${from}T12:00`, `${to}T12:00`),
        `${zone} ${hour}`,
      ).toHaveLength(4)
})

test('people with the same times share the search for their delivery', () => {
  const times = { ...defaultTimes, timeZone: 'Asia/Kathmandu' }
  const time = Date.UTC(2031, 4, 1, 3)
  const parse = vi.spyOn(Date, 'parse')
  const first = nextDelivery(times, time)
  expect(parse).toHaveBeenCalled()
  parse.mockClear()
  expect(nextDelivery({ ...times, hours: [...times.hours] }, time + 1)).toBe(first)
  expect(parse).not.toHaveBeenCalled()
})
