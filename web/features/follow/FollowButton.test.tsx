import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { reasons } from '#rules/reasons.ts'
import { api } from '../../test/api.ts'
import { ada, bo, postPage } from '../../test/data.ts'
import { mockViewer } from '../../test/feed.ts'
import { network } from '../../test/network.ts'
import { renderApp } from '../../test/render.tsx'
import { toasts } from '../../test/toasts.ts'

const button = () => screen.findByRole('button', { name: /^Follow(ing)? Bo Berg$/ })
const followers = () => screen.getByRole('link', { name: /Followers?$/ })

async function showProfile({ isFollowed = false, followersCount = 41 } = {}) {
  mockViewer(ada)
  const createdAt = '2026-03-04T05:06:07.000Z'
  const counts = { followingCount: 0, followersCount, followsViewer: false }
  const state = { isFollowed, viewerCanFollow: true, viewerCanEdit: false }
  const user = { ...bo, bio: null, createdAt, ...counts, ...state, posts: postPage([]) }
  network.use(api.query('Profile', () => HttpResponse.json({ data: { user } })))
  await renderApp('/profile/bo')
}

/** Collects the values of `aria-pressed` that an element takes. */
function watchPressed(element: HTMLElement): (string | null)[] {
  const values: (string | null)[] = []
  const add = () => values.push(element.getAttribute('aria-pressed'))
  new MutationObserver(add).observe(element, { attributeFilter: ['aria-pressed'] })
  return values
}

const followed = (payload: object) => ({
  data: { followUser: { __typename: 'FollowUserPayload', user: null, userErrors: [], ...payload } },
})

test("a follow shows at once, then the server's count replaces it", async () => {
  await showProfile()
  const { promise: responded, resolve: respond } = Promise.withResolvers<void>()
  network.use(
    api.mutation('FollowUser', async ({ variables }) => {
      expect(variables.input).toEqual({ userId: bo.id })
      await responded
      const user = { ...bo, isFollowed: true, followersCount: 57, viewerCanFollow: true }
      return HttpResponse.json(followed({ user }))
    }),
  )
  expect(await button()).toHaveAttribute('aria-pressed', 'false')
  expect(await button()).toHaveTextContent(/^Follow$/)
  expect(await button()).toHaveAccessibleName('Follow Bo Berg')
  const pressed = watchPressed(await button())
  await userEvent.click(await button())
  await waitFor(async () => expect(await button()).toHaveAttribute('aria-pressed', 'true'))
  expect(await button()).toHaveTextContent(/^Following$/)
  expect(await button()).toHaveAccessibleName('Following Bo Berg')
  await waitFor(() => expect(followers()).toHaveAccessibleName('42 Followers'))
  respond()
  await waitFor(() => expect(followers()).toHaveAccessibleName('57 Followers'))
  expect(pressed).toEqual(['true'])
})

test('a second click takes the follow back', async () => {
  await showProfile({ isFollowed: true, followersCount: 1 })
  const user = { ...bo, isFollowed: false, followersCount: 0, viewerCanFollow: true }
  network.use(
    api.mutation('UnfollowUser', () =>
      HttpResponse.json({
        data: { unfollowUser: { __typename: 'UnfollowUserPayload', user, userErrors: [] } },
      }),
    ),
  )
  await waitFor(() => expect(followers()).toHaveAccessibleName('1 Follower'))
  await userEvent.click(await button())
  await waitFor(() => expect(followers()).toHaveAccessibleName('0 Followers'))
  expect(await button()).toHaveAttribute('aria-pressed', 'false')
})

test.each([
  ['a network error', () => HttpResponse.error(), 'Something went wrong. Please try again.'],
  [
    'a limit',
    () => {
      const { FOLLOW_LIMIT: message } = reasons
      const error = { __typename: 'UserError', reason: 'FOLLOW_LIMIT', message }
      return HttpResponse.json(followed({ userErrors: [error] }))
    },
    'You can follow at most 5,000 people. Unfollow someone first.',
  ],
])('%s rolls the follow back and shows one toast', async (_case, respond, text) => {
  await showProfile()
  const shown = await button()
  network.use(http.post('*/graphql', respond))
  await userEvent.click(shown)
  expect(await within(await toasts()).findByText(text)).toBeInTheDocument()
  await waitFor(() => expect(shown).toHaveAttribute('aria-pressed', 'false'))
  expect(shown).toHaveTextContent(/^Follow$/)
  await waitFor(() => expect(followers()).toHaveAccessibleName('41 Followers'))
})
