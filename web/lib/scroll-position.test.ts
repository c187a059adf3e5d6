import { beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  vi.resetModules()
  sessionStorage.clear()
})

async function savedAt(key: string, stored: string) {
  sessionStorage.setItem('scroll-positions', stored)
  const { savedScrollPosition } = await import('./scroll-position.ts')
  return savedScrollPosition(key)
}

test('positions are restored from the storage', async () => {
  const position = { top: 120, list: 'posts', item: 'post_1', offset: -8, count: 40 }
  expect(await savedAt('a', JSON.stringify([['a', position]]))).toEqual(position)
})

test.each([
  'not JSON',
  'null',
  '{"a":{"top":1}}',
  '[["a",{"top":"1"}]]',
  '[["a",{"top":1,"item":{}}]]',
  '["a"]',
])('stored positions that do not parse are dropped: %s', async (stored) => {
  expect(await savedAt('a', stored)).toBeUndefined()
})
