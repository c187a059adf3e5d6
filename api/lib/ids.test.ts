import { randomUUID } from 'node:crypto'
import { fromUUID } from 'typeid-js'
import { expect, test } from 'vitest'
import { fromPublicId, IdGenerator, isoTimeOf, NIL_UUID, timeOf, toPublicId } from './ids.ts'

test('a public id is a TypeID and decodes to its UUID', () => {
  const uuids = [
    NIL_UUID,
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    ...Array.from({ length: 1000 }, () => randomUUID()),
  ]
  for (const uuid of uuids) {
    expect(toPublicId('Post', uuid)).toBe(fromUUID(uuid, 'post').toString())
    expect(fromPublicId(toPublicId('User', uuid))).toEqual({ type: 'User', uuid })
  }
})

test('the time of an id is exact to the millisecond on any day', () => {
  const times = [
    0,
    1,
    999,
    86_399_999,
    86_400_000,
    Date.UTC(2000, 1, 29, 23, 59, 59, 999),
    Date.UTC(2026, 10, 21),
    253_402_300_799_999,
  ]
  const random = Array.from({ length: 1000 }, () => Math.floor(Math.random() * 4e12))
  for (const time of [...times, ...random]) {
    const digits = time.toString(16).padStart(12, '0')
    const uuid = `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`
    expect(isoTimeOf(uuid)).toBe(new Date(time).toISOString())
    expect(timeOf(uuid)).toEqual(new Date(time))
  }
})

test('attack 60: ids stay monotonic when the clock is behind at every start', () => {
  const now = Date.UTC(2026, 10, 22)
  let newest = new IdGenerator().next(now)
  for (let start = 0; start < 200; start++) {
    const ids = new IdGenerator(newest)
    for (const id of [ids.next(now - 3_600_000), ids.next(now)]) {
      expect(id > newest).toBe(true)
      newest = id
    }
  }
})
