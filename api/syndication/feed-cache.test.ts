import { afterEach, expect, test, vi } from 'vitest'
import { createFeedCache } from './feed-cache.ts'
import type { FeedFile } from './feed-file.ts'

afterEach(() => void vi.useRealTimers())

const post = (id: string, createdAt: string) => ({ id, createdAt }) as FeedFile['posts'][number]
const feedOf = (...posts: FeedFile['posts'][number][]) => ({ posts }) as unknown as FeedFile

test('a process that starts after a post left has a later time than one that showed it', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 2, 14, 10) })
  const [old, gone] = [post('a', '2026-03-01T10:00:00Z'), post('b', '2026-03-02T10:00:00Z')]
  const before = createFeedCache()('/feed.atom', feedOf(gone, old), () => '')
  vi.setSystemTime(Date.UTC(2026, 2, 14, 11))
  const after = createFeedCache()('/feed.atom', feedOf(old), () => '')
  const [first = '', second = ''] = [before.lastModified ?? '', after.lastModified ?? '']
  expect(Date.parse(second)).toBeGreaterThan(Date.parse(first))
})

test('of two files in one second, only the first has its time', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 2, 14, 10) })
  const cache = createFeedCache()
  const timeOf = (...posts: FeedFile['posts'][number][]) =>
    cache('/feed.atom', feedOf(...posts), () => '').lastModified
  const [old, gone] = [post('a', '2026-03-01T10:00:00Z'), post('b', '2026-03-02T10:00:00Z')]
  const first = timeOf(gone, old)
  vi.setSystemTime(Date.UTC(2026, 2, 14, 10, 0, 0, 900))
  expect([first, timeOf(old), timeOf()]).toEqual(['Sat, 14 Mar 2026 10:00:00 GMT', null, null])
  vi.setSystemTime(Date.UTC(2026, 2, 14, 10, 0, 1))
  expect([timeOf(), timeOf()]).toEqual(Array(2).fill('Sat, 14 Mar 2026 10:00:01 GMT'))
  expect(timeOf(old)).toBeNull()
})

test('what stays the same keeps its time', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 2, 14, 10) })
  const cache = createFeedCache()
  const read = () => cache('/feed.atom', feedOf(post('a', '2026-03-01T10:00:00Z')), () => '')
  const { lastModified } = read()
  vi.setSystemTime(Date.UTC(2026, 2, 14, 11))
  expect(read().lastModified).toEqual(lastModified)
})
