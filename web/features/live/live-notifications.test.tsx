import { gql } from '@apollo/client'
import { waitFor } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { demoUser } from '#rules/demo-user.ts'
import { ada, postData } from '../../test/data.ts'
import { mockFeed, mockViewer } from '../../test/feed.ts'
import { mockStreams, unreadData } from '../../test/live.ts'
import { renderApp } from '../../test/render.tsx'
import type { Viewer } from '../user/viewer.ts'

const UNREAD = gql`
  fragment Unread on User {
    unreadNotificationsCount
  }
`

async function openPage(path: string, viewer: Viewer | null, demo: Viewer | null = null) {
  const streams = mockStreams('notificationsUpdated')
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
    await waitFor(() => expect(streams).toHaveLength(1))
    for (const count of [2, 0]) {
      streams[0]?.send(unreadData({ count }))
      await waitFor(() => expect(unread()).toBe(count))
    }
  },
)

test('the demo user has a stream of the feed, and none of notifications', async () => {
  const meta = Object.assign(document.createElement('meta'), { name: 'demo-user', content: 'on' })
  document.head.append(meta)
  onTestFinished(() => meta.remove())
  localStorage.setItem('demoUser', JSON.stringify({ id: demoUser.id }))
  const feeds = mockStreams('feedUpdated')
  const { streams } = await openPage('/', null, { ...ada, id: demoUser.id })
  await waitFor(() => expect(feeds).toHaveLength(1))
  expect(streams).toEqual([])
})
