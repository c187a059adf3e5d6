import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { answerMutation, api } from '../../test/api.ts'
import { ada, type PostData, postData, postPage } from '../../test/data.ts'
import { mockViewer } from '../../test/feed.ts'
import { network } from '../../test/network.ts'
import { renderApp } from '../../test/render.tsx'
import { toasts } from '../../test/toasts.ts'

beforeEach(() => mockViewer(ada))

function mockBookmarks(...pages: PostData[][]) {
  network.use(
    api.query('Bookmarks', ({ variables }) => {
      const index = Number(variables.after ?? 0)
      const next = index + 1 < pages.length ? String(index + 1) : null
      const bookmarks = postPage(pages[index] ?? [], next)
      return HttpResponse.json({ data: { viewer: { __typename: 'User', id: ada.id, bookmarks } } })
    }),
  )
}

const saved = (fields: Partial<PostData> = {}) => postData({ isBookmarked: true, ...fields })
const button = () => screen.findByRole('button', { name: 'Bookmark' })

test('lists the bookmarks, page by page', async () => {
  mockBookmarks([saved()], [saved({ id: 'post_2', content: 'Another' })])
  await renderApp('/bookmarks')
  expect(await screen.findByRole('heading', { name: 'Bookmarks' })).toBeInTheDocument()
  expect(await screen.findByRole('article')).toHaveTextContent('The first crocus is out.')
  await userEvent.click(screen.getByRole('button', { name: 'Load more positive vibes' }))
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2))
})

test('the button removes the bookmark and adds it again', async () => {
  mockBookmarks([saved()])
  const sent: unknown[] = []
  for (const [name, isBookmarked] of [
    ['UnbookmarkPost', false],
    ['BookmarkPost', true],
  ] as const)
    network.use(
      answerMutation(name, (input) => {
        sent.push([name, input])
        return { post: { __typename: 'Post', id: 'post_1', isBookmarked } }
      }),
    )
  await renderApp('/bookmarks')
  expect(await button()).toHaveAttribute('aria-pressed', 'true')
  await userEvent.click(await button())
  await waitFor(async () => expect(await button()).toHaveAttribute('aria-pressed', 'false'))
  await waitFor(() => expect(sent).toEqual([['UnbookmarkPost', { postId: 'post_1' }]]))
  await userEvent.click(await button())
  await waitFor(async () => expect(await button()).toHaveAttribute('aria-pressed', 'true'))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toEqual(['BookmarkPost', { postId: 'post_1' }])
})

test('a failed change is taken back, with a toast', async () => {
  mockBookmarks([saved()])
  await renderApp('/bookmarks')
  const pressed = await button()
  network.use(http.post('*/graphql', () => HttpResponse.error()))
  await userEvent.click(pressed)
  expect(
    await within(await toasts()).findByText('Something went wrong. Please try again.'),
  ).toBeInTheDocument()
  await waitFor(async () => expect(await button()).toHaveAttribute('aria-pressed', 'true'))
})

test('without bookmarks, the page says how to add one', async () => {
  mockBookmarks([])
  await renderApp('/bookmarks')
  expect(await screen.findByText('No bookmarks yet.')).toBeInTheDocument()
})

test('a failed list can be retried', async () => {
  network.use(api.query('Bookmarks', () => new HttpResponse(null, { status: 500 }), { once: true }))
  await renderApp('/bookmarks')
  const again = await screen.findByRole('button', { name: 'Try again' })
  mockBookmarks([saved()])
  await userEvent.click(again)
  expect(await screen.findByRole('article')).toBeInTheDocument()
})
