import { expect, test, vi } from 'vitest'
import type { Context, Viewer } from './context.ts'
import type { Replicas } from './database/replicas.ts'
import { createFreshness, type Reads } from './freshness.ts'
import { afterwards } from './test/afterwards.ts'

const [primary, replica] = [{}, {}] as [Reads, Reads]
const ann = { id: 'ann', isDemo: false } as Viewer

/** What a process does, whose replica has all up to position 100. */
function processWith(...positions: Promise<number>[]) {
  const replicas: Replicas<Reads> = {
    at: (position) => (position <= 100 ? replica : null),
    position: () => positions.shift() ?? Promise.reject(new Error('No position.')),
    counts: () => ({ used: 1, all: 1 }),
    stop: async () => {},
  }
  return createFreshness(replicas, primary, { publicUrl: 'http://localhost' })
}

function request(
  freshness: ReturnType<typeof processWith>,
  viewer: Viewer | null,
  cookies?: string,
): Context {
  return { viewer, ...freshness.reading(cookies, viewer) } as Context
}

test('of two changes at the same time, the one that ends later is what a replica has to have', async () => {
  const [first, second] = [Promise.withResolvers<number>(), Promise.withResolvers<number>()]
  const freshness = processWith(first.promise, second.promise)
  const [one, other] = [request(freshness, ann), request(freshness, ann)]
  for (const each of [one, other]) freshness.writing(each)
  const noted = [freshness.wrote(one), freshness.wrote(other)]
  second.resolve(200)
  await noted[1]
  first.resolve(90)
  await noted[0]
  expect(request(freshness, ann).reads).toBe(primary)
})

test('what a cookie tells holds in a process whose clock is an hour ahead or behind', async () => {
  const [one, other] = [processWith(Promise.resolve(200)), processWith()]
  const context = request(one, ann)
  one.writing(context)
  await one.wrote(context)
  const [cookie = ''] = one.cookieOf(context)?.split(';') ?? []
  vi.useFakeTimers({ toFake: ['Date'] })
  afterwards(() => vi.useRealTimers())
  for (const hours of [0, 1, -1]) {
    vi.setSystemTime(Date.now() + hours * 3_600_000)
    expect(request(other, ann, `a=b; ${cookie}`).reads).toBe(primary)
    expect(request(other, ann, 'a=b').reads).toBe(replica)
  }
})
