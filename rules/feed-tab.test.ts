import { expect, test } from 'vitest'
import { feedTabCookie, feedTabOf, feedTabSearch } from './feed-tab.ts'

const tabOf = (search: string, cookies = '') => feedTabOf(new URLSearchParams(search), cookies)

test('a tab is that of the URL, else of the cookie, else Everyone', () => {
  expect(tabOf('', '')).toBe('everyone')
  expect(tabOf('?feed=following')).toBe('following')
  expect(tabOf('?feed=everyone', 'feed=following')).toBe('everyone')
  expect(tabOf('?feed=unknown', 'feed=following')).toBe('everyone')
  expect(tabOf('', 'session=a.b; feed=following; theme=dark')).toBe('following')
  expect(tabOf('', 'session=feed=following; newsfeed=following')).toBe('everyone')
})

test('its URL and its cookie are read as the same tab', () => {
  for (const tab of ['everyone', 'following'] as const) {
    expect(tabOf(feedTabSearch(tab))).toBe(tab)
    expect(tabOf('', feedTabCookie(tab))).toBe(tab)
  }
})
