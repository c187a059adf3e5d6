import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ada, postData } from '../../test/data.ts'
import { mockFeed, mockViewer } from '../../test/feed.ts'
import { mockUnread } from '../../test/live.ts'
import { mockNotificationSettings } from '../../test/notifications.ts'
import { renderApp } from '../../test/render.tsx'

async function open(unread: Parameters<typeof mockUnread>[0]) {
  mockUnread(unread)
  mockViewer(ada)
  mockFeed([postData()])
  await renderApp('/')
  await screen.findByRole('article')
}
const bell = (name: string) => screen.findByRole('link', { name })

test('without unread notifications, the bell has no dot', async () => {
  await open({ count: 0 })
  expect(await bell('Notifications')).toHaveTextContent(/^Notifications$/)
})

test('unread notifications show as a dot, which has a name and no number', async () => {
  await open({ count: 3 })
  expect(await bell('Notifications unread')).not.toHaveTextContent('3')
})

test('as it happens, the bell has a number', async () => {
  await open({ count: 1_234, delivery: 'AS_IT_HAPPENS' })
  expect(await bell('Notifications 1,234 unread')).toHaveTextContent('1.2k')
})

test('the browser’s time zone is stored for an account that has none', async () => {
  const inputs = mockNotificationSettings()
  mockUnread({ count: 0, timeZone: null })
  mockViewer(ada)
  // On any page.
  await renderApp('/nowhere')
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  await waitFor(() => expect(inputs).toEqual([{ timeZone }]))
})

test('a stored time zone is kept', async () => {
  const inputs = mockNotificationSettings()
  await open({ count: 3 })
  await bell('Notifications unread')
  expect(inputs).toEqual([])
})
