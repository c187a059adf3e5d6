import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { api } from '../../test/api.ts'
import { ada, postData, postPage } from '../../test/data.ts'
import { mockFeed, mockViewer } from '../../test/feed.ts'
import { network } from '../../test/network.ts'
import { renderApp } from '../../test/render.tsx'

test('three skeleton rows show while the feed is loading, then the posts', async () => {
  mockViewer(ada)
  let respond = () => {}
  const responded = new Promise<void>((resolve) => {
    respond = resolve
  })
  mockFeed([postData()])
  network.use(
    api.query('Feed', async () => {
      await responded
    }),
  )
  await renderApp('/')
  expect(screen.getAllByTestId('skeleton')).toHaveLength(3)
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Good Vibes Feed')
  respond()
  expect(await screen.findByRole('article')).toHaveTextContent('The first crocus is out.')
  expect(screen.queryByTestId('skeleton')).toBeNull()
  await expect.poll(() => document.title).toBe('Good Vibes Feed · Good Vibes')
})

test('an empty feed shows a message and no button to load more', async () => {
  mockViewer(ada)
  mockFeed([])
  await renderApp('/')
  expect(
    await screen.findByText('No posts yet. Be the first to share some positivity!'),
  ).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Load more positive vibes' })).toBeNull()
})

test('a failed feed can be retried', async () => {
  mockViewer(ada)
  network.use(
    api.query('Feed', () => HttpResponse.json({ errors: [{ message: 'Unexpected error.' }] })),
  )
  await renderApp('/')
  const again = await screen.findByRole('button', { name: 'Try again' })
  mockFeed([postData()])
  await userEvent.click(again)
  expect(await screen.findByRole('article')).toBeInTheDocument()
})

test('"Load more positive vibes" loads pages until the end of the feed', async () => {
  mockViewer(ada)
  mockFeed([postData({ id: 'post_1' })], [postData({ id: 'post_2' })], [postData({ id: 'post_3' })])
  await renderApp('/')
  await userEvent.click(await screen.findByRole('button', { name: 'Load more positive vibes' }))
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2))
  await userEvent.click(screen.getByRole('button', { name: 'Load more positive vibes' }))
  const end = await screen.findByRole('button', { name: "You're all caught up" })
  expect(screen.getAllByRole('article')).toHaveLength(3)
  await userEvent.click(end)
  expect(screen.getAllByRole('article')).toHaveLength(3)
  await waitFor(() => expect(end).toHaveFocus())
})

test('the feed is busy while the next page loads', async () => {
  mockViewer(ada)
  mockFeed([postData({ id: 'post_1' })], [])
  await renderApp('/')
  const more = await screen.findByRole('button', { name: 'Load more positive vibes' })
  const feed = screen.getByRole('feed')
  expect(feed).toHaveAttribute('aria-busy', 'false')
  const { promise, resolve } = Promise.withResolvers<void>()
  network.use(
    api.query('Feed', async () => {
      await promise
      return HttpResponse.json({ data: { feed: postPage([postData({ id: 'post_2' })]) } })
    }),
  )
  await userEvent.click(more)
  expect(feed).toHaveAttribute('aria-busy', 'true')
  resolve()
  await waitFor(() => expect(feed).toHaveAttribute('aria-busy', 'false'))
  expect(screen.getAllByRole('article')).toHaveLength(2)
})

test('a failed next page can be retried', async () => {
  mockViewer(ada)
  mockFeed([postData({ id: 'post_1' })], [postData({ id: 'post_2' })])
  await renderApp('/')
  const more = await screen.findByRole('button', { name: 'Load more positive vibes' })
  network.use(
    api.query('Feed', () => HttpResponse.json({ errors: [{ message: 'Unexpected error.' }] }), {
      once: true,
    }),
  )
  await userEvent.click(more)
  expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t load more posts.')
  await userEvent.click(screen.getByRole('button', { name: 'Load more positive vibes' }))
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a new post is on top of the feed at once, and disappears when it is refused', async () => {
  mockViewer(ada)
  mockFeed([postData()])
  let respond = () => {}
  const responded = new Promise<void>((resolve) => {
    respond = resolve
  })
  const userErrors = [{ __typename: 'UserError', reason: null, message: 'That was a lot at once.' }]
  network.use(
    api.mutation('CreatePost', async () => {
      await responded
      return HttpResponse.json({
        data: { createPost: { __typename: 'CreatePostPayload', post: null, userErrors } },
      })
    }),
  )
  await renderApp('/')
  await screen.findByRole('article')
  await userEvent.type(
    screen.getByRole('textbox', { name: "What's something good today?" }),
    'Fresh bread',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Share' }))
  await waitFor(() => expect(screen.getAllByRole('article')[0]).toHaveTextContent('Fresh bread'))
  respond()
  expect(await screen.findByText('That was a lot at once.')).toBeInTheDocument()
  expect(screen.getAllByRole('article')).toHaveLength(1)
})

test('a post shared from the dialog is on top of the feed', async () => {
  mockViewer(ada)
  mockFeed([postData()])
  const post = postData({ id: 'post_2', author: ada, content: 'From the dialog' })
  network.use(
    api.mutation('CreatePost', () =>
      HttpResponse.json({
        data: { createPost: { __typename: 'CreatePostPayload', post, userErrors: [] } },
      }),
    ),
  )
  await renderApp('/')
  await screen.findByRole('article')
  await userEvent.click(
    screen.getAllByRole('button', { name: 'Share Positivity' })[0] as HTMLElement,
  )
  const dialog = await screen.findByRole('dialog', { name: 'Share Positivity' })
  await userEvent.type(
    within(dialog).getByRole('textbox', { name: "What's something good today?" }),
    'From the dialog',
  )
  await userEvent.click(within(dialog).getByRole('button', { name: 'Share' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getAllByRole('article')[0]).toHaveTextContent('From the dialog')
})

test('the panel has a welcome, three steps and a quote, and its search opens Explore', async () => {
  mockViewer(ada)
  mockFeed([postData()])
  network.use(api.query('Explore', () => HttpResponse.json({ data: { search: postPage([]) } })))
  await renderApp('/')
  // jsdom has no layout and applies phone styles, which hide the panel.
  const includeHidden = { hidden: true }
  const panel = within(await screen.findByRole('complementary', includeHidden))
  expect(
    await panel.findByRole('heading', { name: 'Welcome to Good Vibes', ...includeHidden }),
  ).toBeInTheDocument()
  expect(panel.getAllByRole('listitem', includeHidden)).toHaveLength(3)
  expect(panel.getByRole('blockquote', includeHidden)).toBeInTheDocument()
  const search = panel.getByRole<HTMLInputElement>('searchbox', {
    name: 'Search posts',
    ...includeHidden,
  })
  fireEvent.change(search, { target: { value: '  tea & cake ' } })
  fireEvent.submit(search.form as HTMLFormElement)
  expect(await screen.findByRole('heading', { level: 1, name: 'Explore' })).toBeInTheDocument()
  expect(screen.getByRole('searchbox', { name: 'Search posts' })).toHaveValue('tea & cake')
})
