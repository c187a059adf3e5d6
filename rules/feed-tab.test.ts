import { expect, test } from 'vitest'
import { feedTabCookie, feedTabOf, feedTabSearch } from './feed-tab.ts'

const tabOf = (search: string, cookies = '', port = '') =>
  feedTabOf(new URLSearchParams(search), cookies, port)

test('a tab is that of the URL, else of the cookie, else Everyone', () => {
  expect(tabOf('', '')).toBe('everyone')
  expect(tabOf('?feed=following')).toBe('following')
  expect(tabOf('?feed=everyone', 'good-vibes.feed=following')).toBe('everyone')
  expect(tabOf('?feed=unknown', 'good-vibes.feed=following')).toBe('everyone')
  expect(tabOf('', 'session=a.b; good-vibes.feed=following; theme=dark')).toBe('following')
  expect(tabOf('', 'session=good-vibes.feed=following; the-good-vibes.feed=following')).toBe(
    'everyone',
  )
})

test('its URL and its cookie are read as the same tab', () => {
  for (const tab of ['everyone', 'following'] as const) {
    expect(tabOf(feedTabSearch(tab))).toBe(tab)
    for (const port of ['', '4000', '4310']) {
      expect(tabOf('', feedTabCookie(tab, port), port)).toBe(tab)
    }
  }
})

test('another installation on the host has a choice of its own', () => {
  expect(tabOf('', feedTabCookie('following', '4310'))).toBe('everyone')
  expect(tabOf('', feedTabCookie('following', ''), '4310')).toBe('everyone')
})
