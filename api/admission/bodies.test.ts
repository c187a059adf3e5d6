import type { IncomingMessage } from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BodyBudget } from './bodies.ts'

const MEGABYTE = 1024 * 1024

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function budget() {
  const expired: IncomingMessage[] = []
  const onRefused = vi.fn()
  const bodies = new BodyBudget({
    addressOf: (req) => String(req.headers.from),
    expire: (req) => expired.push(req),
    onRefused,
  })
  const bodyFrom = (from: string) => {
    const req = { headers: { from }, complete: false } as IncomingMessage
    return { req, ...bodies.reserve(req) }
  }
  return { bodyFrom, expired, onRefused }
}

test('bodies share 64 MB, of which an address has half', () => {
  const { bodyFrom, onRefused } = budget()
  const first = bodyFrom('a')
  expect(first.grow(31 * MEGABYTE)).toBe(true)
  expect(bodyFrom('a').grow(MEGABYTE)).toBe(true)
  expect(bodyFrom('a').grow(1)).toBe(false)
  expect(bodyFrom('b').grow(32 * MEGABYTE)).toBe(true)
  expect(bodyFrom('c').grow(1)).toBe(false)
  expect(onRefused).toHaveBeenCalledTimes(2)
  first.release()
  first.release()
  expect(bodyFrom('c').grow(31 * MEGABYTE)).toBe(true)
  expect(bodyFrom('d').grow(1)).toBe(false)
})

test('attack 20: a full budget evicts the oldest bodies that are still arriving', () => {
  const { bodyFrom, expired } = budget()
  const bodies = ['a', 'b', 'c', 'd'].map((from) => bodyFrom(from))
  for (const body of bodies) body.grow(16 * MEGABYTE)
  Object.assign(bodies[0]?.req ?? {}, { complete: true })
  const refused = bodyFrom('e')
  expect(refused.grow(MEGABYTE)).toBe(false)
  refused.release()
  vi.advanceTimersByTime(6_000)
  expect(bodyFrom('e').grow(17 * MEGABYTE)).toBe(true)
  expect(expired).toEqual([bodies[1]?.req, bodies[2]?.req])
  expect(bodies[1]?.grow(1)).toBe(false)
})

test('a body that cannot fit evicts no other, and all memory is free at the end', () => {
  const { bodyFrom, expired } = budget()
  const bodies = ['a', 'b', 'c', 'd'].map((from) => bodyFrom(from))
  for (const body of bodies) body.grow(16 * MEGABYTE)
  for (const body of bodies.slice(2)) Object.assign(body.req, { complete: true })
  vi.advanceTimersByTime(6_000)
  expect(bodyFrom('e').grow(32 * MEGABYTE + 1)).toBe(false)
  expect(bodies[0]?.grow(17 * MEGABYTE)).toBe(false)
  expect(expired).toEqual([])
  expect(bodies[0]?.grow(MEGABYTE)).toBe(true)
  expect(expired).toEqual([bodies[1]?.req])
  for (const body of bodies) body.release()
  for (const from of ['a', 'f']) expect(bodyFrom(from).grow(32 * MEGABYTE)).toBe(true)
})

test('a body that arrives with less than 1 KB a second after five seconds is ended', () => {
  const { bodyFrom, expired } = budget()
  const [silent, slow, steady] = [bodyFrom('a'), bodyFrom('a'), bodyFrom('a')]
  slow.grow(8_000)
  for (let second = 1; second <= 60; second++) {
    vi.advanceTimersByTime(1_000)
    steady.grow(1_300)
    if (second === 5) expect(expired).toEqual([])
    if (second === 6) expect(expired).toEqual([silent.req])
  }
  expect(expired).toEqual([silent.req, slow.req])
})
