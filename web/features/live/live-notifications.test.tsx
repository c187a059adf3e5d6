import { gql } from '@apollo/client'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { demoUser } from '#rules/demo-user.ts'
import { ada, postData, type ViewerData } from '../../test/data.ts'
import { mockFeed, mockViewer } from '../../test/feed.ts'
import { mockStreams, unreadData } from '../../test/live.ts'
import { setPageSettings } from '../../test/page-settings.ts'
import { renderApp } from '../../test/render.tsx'

const UNREAD = gql`
  fragment Unread on User {
    unreadNotificationsCount
  }
`

async function openPage(path: string, viewer: ViewerData | null, demo: ViewerData | null = null) {
  const streams = mockStreams()
  mockViewer(viewer, demo)
  mockFeed([postData()])
  const { client } = await renderApp(path)
  const unread = () =>
    client.cache.readFragment<{ unreadNotificationsCount: number }>({
      fragment: UNREAD,
      id: `User:${ada.id}`,
    })?.unreadNotificationsCount
  return { streams, unread }
}

test.each(['/', '/explore'])(
  '%s keeps the number of unread notifications up to date',
  async (path) => {
    const { streams, unread } = await openPage(path, ada)
    await waitFor(() => expect(streams.some(({ isClosed }) => !isClosed())).toBe(true))
    for (const count of [2, 0]) {
      streams.at(-1)?.send(unreadData({ count }))
      await waitFor(() => expect(unread()).toBe(count))
    }
  },
)

test('the demo user has a stream of the feed, and none elsewhere', async () => {
  setPageSettings({ demoUser: true })
  localStorage.setItem('demoUser', JSON.stringify({ id: demoUser.id }))
  const { streams } = await openPage('/', null, { ...ada, id: demoUser.id })
  await waitFor(() => expect(streams).toHaveLength(1))
  await userEvent.click(screen.getAllByRole('link', { name: 'Explore' })[0] as HTMLElement)
  await waitFor(() => expect(streams[0]?.isClosed()).toBe(true))
  expect(streams).toHaveLength(1)
})
