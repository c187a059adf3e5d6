import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { api } from '../../test/api.ts'
import { ada, postData, postPage } from '../../test/data.ts'
import { mockFeed, mockViewer } from '../../test/feed.ts'
import { network } from '../../test/network.ts'
import { renderApp } from '../../test/render.tsx'
import { toasts } from '../../test/toasts.ts'

const heart = () => screen.findByRole('button', { name: /^Like/ })

async function showPost(part: Parameters<typeof postData>[0]) {
  mockViewer(ada)
  mockFeed([postData(part)])
  const app = await renderApp('/')
  await screen.findByText(`@${ada.username}`)
  return app
}

test("a like shows at once, then the server's count replaces it", async () => {
  await showPost({ likesCount: 41 })
  let respond = () => {}
  const responded = new Promise<void>((resolve) => {
    respond = resolve
  })
  const post = { __typename: 'Post', id: 'post_1', isLiked: true, likesCount: 57 }
  network.use(
    api.mutation('LikePost', async () => {
      await responded
      return HttpResponse.json({
        data: { likePost: { __typename: 'LikePostPayload', post, userErrors: [] } },
      })
    }),
  )
  expect(await heart()).toHaveAttribute('aria-pressed', 'false')
  await userEvent.click(await heart())
  await waitFor(async () => expect(await heart()).toHaveAttribute('aria-pressed', 'true'))
  expect(await heart()).toHaveAccessibleName('Like, 42 likes')
  respond()
  await waitFor(async () => expect(await heart()).toHaveAccessibleName('Like, 57 likes'))
  expect(await within(await toasts()).findByText('Spread the love! ❤️')).toBeInTheDocument()
})

test('removing a like shows "Post unliked"', async () => {
  await showPost({ likesCount: 3, isLiked: true })
  const post = { __typename: 'Post', id: 'post_1', isLiked: false, likesCount: 2 }
  network.use(
    api.mutation('UnlikePost', () =>
      HttpResponse.json({
        data: { unlikePost: { __typename: 'UnlikePostPayload', post, userErrors: [] } },
      }),
    ),
  )
  await userEvent.click(await heart())
  expect(await within(await toasts()).findByText('Post unliked')).toBeInTheDocument()
  expect(await heart()).toHaveAttribute('aria-pressed', 'false')
  expect(await heart()).toHaveAccessibleName('Like, 2 likes')
})

test.each([
  [
    'a status outside 2xx',
    () => http.post('*/graphql', () => HttpResponse.text('no', { status: 500 })),
  ],
  ['a network error', () => http.post('*/graphql', () => HttpResponse.error())],
  [
    'a user error',
    () =>
      api.mutation('LikePost', () => {
        const userErrors = [
          { __typename: 'UserError', reason: null, message: 'That was a lot at once.' },
        ]
        return HttpResponse.json({
          data: { likePost: { __typename: 'LikePostPayload', post: null, userErrors } },
        })
      }),
  ],
])('%s rolls the like back and shows a toast', async (_case, handler) => {
  await showPost({ likesCount: 41 })
  const button = await heart()
  network.use(handler())
  await userEvent.click(button)
  expect(
    await within(await toasts()).findByText('Something went wrong. Please try again.'),
  ).toBeInTheDocument()
  await waitFor(async () => expect(await heart()).toHaveAttribute('aria-pressed', 'false'))
  expect(await heart()).toHaveAccessibleName('Like, 41 likes')
})

/** Answers likes and their opposite when `respond` is called. @returns what arrives and ends */
function mockSlowLikes() {
  const arrived: string[] = []
  const { promise: clicked, resolve: respond } = Promise.withResolvers<void>()
  const answer = async (name: string, payload: { isLiked: boolean; likesCount: number }) => {
    arrived.push(`${name} begins`)
    await clicked
    arrived.push(`${name} ends`)
    const post = { __typename: 'Post', id: 'post_1', ...payload }
    return { __typename: 'AnyPayload', post, userErrors: [] }
  }
  network.use(
    api.mutation('LikePost', async () => {
      const likePost = await answer('like', { isLiked: true, likesCount: 1 })
      return HttpResponse.json({ data: { likePost } })
    }),
    api.mutation('UnlikePost', async () => {
      const unlikePost = await answer('unlike', { isLiked: false, likesCount: 0 })
      return HttpResponse.json({ data: { unlikePost } })
    }),
  )
  return { arrived, respond }
}

test('of two opposite clicks, the last one also arrives last', async () => {
  await showPost({ likesCount: 0 })
  const { arrived, respond } = mockSlowLikes()
  await userEvent.dblClick(await heart())
  expect(await heart()).toHaveAttribute('aria-pressed', 'false')
  respond()
  await waitFor(() => expect(arrived).toHaveLength(4))
  expect(arrived).toEqual(['like begins', 'like ends', 'unlike begins', 'unlike ends'])
  expect(await heart()).toHaveAccessibleName('Like, 0 likes')
})

test.each([
  [3, ['like begins', 'like ends'], 'Like, 1 like'],
  [6, ['like begins', 'like ends', 'unlike begins', 'unlike ends'], 'Like, 0 likes'],
])('of %d clicks, only the first and the last are sent', async (clicks, requests, name) => {
  const { client } = await showPost({ likesCount: 0 })
  const mutate = vi.spyOn(client, 'mutate')
  const { arrived, respond } = mockSlowLikes()
  for (let click = 1; click <= clicks; click++) {
    await userEvent.click(await heart())
    expect(await heart()).toHaveAttribute('aria-pressed', String(click % 2 === 1))
  }
  await waitFor(() => expect(mutate).toHaveBeenCalledTimes(clicks))
  await waitFor(() => expect(arrived).toEqual(['like begins']))
  respond()
  await Promise.all(mutate.mock.results.map(({ value }) => value.catch(() => {})))
  expect(arrived).toEqual(requests)
  await waitFor(async () => expect(await heart()).toHaveAccessibleName(name))
})

test('a large count is short on screen and complete in the accessible name', async () => {
  await showPost({ likesCount: 1_299 })
  expect(await heart()).toHaveTextContent('1.2k')
  expect(await heart()).toHaveAccessibleName('Like, 1,299 likes')
})

test('visitors see only the count, and a link to join', async () => {
  mockViewer(null)
  network.use(
    api.query('Explore', () =>
      HttpResponse.json({ data: { search: postPage([postData({ likesCount: 3 })]) } }),
    ),
  )
  await renderApp('/explore?q=crocus')
  expect(await screen.findByRole('article')).toHaveTextContent('3 likes')
  expect(screen.queryByRole('button', { name: /^Like/ })).toBeNull()
  expect(screen.getAllByRole('link', { name: 'Join' })[0]).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/api\/login/),
  )
})
