import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { api, rateLimited } from '../../test/api.ts'
import { ada, postData } from '../../test/data.ts'
import { mockFeed, mockFollowing, mockViewer } from '../../test/feed.ts'
import { type MockStream, mockStreams, unreadData } from '../../test/live.ts'
import { network } from '../../test/network.ts'
import { renderApp } from '../../test/render.tsx'

const news = (...newIds: string[]) => ({
  __typename: 'FeedUpdate',
  newestId: newIds[0] ?? null,
  newIds,
  reset: false,
})

async function openFeed(path = '/'): Promise<MockStream[]> {
  const streams = mockStreams()
  mockViewer(ada)
  mockFeed([postData({ id: 'post_1' })])
  await renderApp(path)
  await screen.findByRole('article')
  await waitFor(() => expect(streams).toHaveLength(1))
  return streams
}

test('new posts wait behind a button, which loads them and scrolls to the top', async () => {
  const [stream] = await openFeed()
  expect(stream?.variables).toMatchObject({ scope: 'EVERYONE', after: 'post_1' })
  stream?.send(news())
  stream?.send(news('post_3', 'post_2'))
  stream?.send(news('post_1'))
  const button = await screen.findByRole('button', { name: '2 new posts' })
  expect(screen.getAllByRole('article')).toHaveLength(1)
  mockFeed(['post_3', 'post_2', 'post_1'].map((id) => postData({ id })))
  const scrollTo = vi.spyOn(window, 'scrollTo')
  await userEvent.click(button)
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(3))
  expect(scrollTo).toHaveBeenCalledWith({ top: 0, behavior: 'instant' })
  await waitFor(() => expect(screen.queryByRole('button', { name: /new post/ })).toBeNull())
})

test('new posts that are refused say why', async () => {
  const [stream] = await openFeed()
  stream?.send(news('post_2'))
  const button = await screen.findByRole('button', { name: '1 new post' })
  const reason = 'That was a lot at once. Please try again in 20 seconds.'
  network.use(api.query('Feed', () => rateLimited(reason)))
  await userEvent.click(button)
  expect(await screen.findByText(reason)).toBeInTheDocument()
})

test('too many new posts have no number', async () => {
  const [stream] = await openFeed()
  stream?.send({ ...news(), reset: true })
  expect(await screen.findByRole('button', { name: 'New posts' })).toBeInTheDocument()
})

test('a stream that ends is opened again, from the newest known post on', async () => {
  const streams = await openFeed()
  streams[0]?.send(news('post_2'))
  expect(await screen.findByRole('button', { name: '1 new post' })).toBeInTheDocument()
  streams[0]?.end()
  await waitFor(() => expect(streams).toHaveLength(2))
  expect(streams[1]?.variables).toMatchObject({ scope: 'EVERYONE', after: 'post_2' })
})

test('after a reconnect the page shows the present state, and nothing twice', async () => {
  const streams = await openFeed()
  streams[0]?.send(news('post_2'))
  await screen.findByRole('button', { name: '1 new post' })
  streams[0]?.end()
  await waitFor(() => expect(streams).toHaveLength(2))
  const counts = { likesCount: 7, sharesCount: 0, repliesCount: 3 }
  // The second time it is known.
  for (let time = 1; time <= 2; time++) {
    streams[1]?.send(news('post_3', 'post_2'))
    streams[1]?.send({ __typename: 'Post', id: 'post_1', ...counts })
    streams[1]?.send(unreadData({ count: 2 }))
  }
  streams[1]?.send(news('post_4', 'post_3'))
  expect(await screen.findByRole('button', { name: '3 new posts' })).toBeInTheDocument()
  expect(screen.getAllByRole('article')).toHaveLength(1)
  expect(screen.getByRole('button', { name: /^Like/ })).toHaveTextContent('7')
  expect(screen.getByRole('link', { name: /^Repl/ })).toHaveTextContent('3')
  expect(await screen.findByRole('link', { name: 'Notifications unread' })).toBeInTheDocument()
})

test('a tab in the background has no stream', async () => {
  const streams = await openFeed()
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(streams[0]?.isClosed()).toBe(true))
  expect(streams).toHaveLength(1)
  visibility.mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(streams).toHaveLength(2))
  visibility.mockRestore()
})

test('Following counts shares too, and not those that it shows', async () => {
  const streams = mockStreams()
  mockViewer(ada)
  mockFollowing([{ node: postData({ id: 'post_1' }), share: null }])
  await renderApp('/?feed=following')
  await waitFor(() => expect(streams).toHaveLength(1))
  expect(streams[0]?.variables).toMatchObject({ scope: 'FOLLOWING', after: 'post_1' })
  streams[0]?.send(news('share_1', 'post_1'))
  expect(await screen.findByRole('button', { name: '1 new post' })).toBeInTheDocument()
})

test('a post that was listed and left the list is not new', async () => {
  const streams = mockStreams()
  mockViewer(ada)
  mockFeed(['post_2', 'post_1'].map((id) => postData({ id })))
  const { client } = await renderApp('/')
  await waitFor(() => expect(streams).toHaveLength(1))
  act(() => void client.cache.evict({ id: 'Post:post_2' }))
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1))
  streams[0]?.send(news('post_3', 'post_2'))
  expect(await screen.findByRole('button', { name: /new post/ })).toHaveTextContent('1 new post')
})
