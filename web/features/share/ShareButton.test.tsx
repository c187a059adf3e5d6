import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { answerMutation, api } from '../../test/api.ts'
import { ada, type PostData, postData, postPage } from '../../test/data.ts'
import { mockFeed, mockViewer } from '../../test/feed.ts'
import { chooseMenuItem } from '../../test/menu.ts'
import { network } from '../../test/network.ts'
import { renderApp } from '../../test/render.tsx'
import { toasts } from '../../test/toasts.ts'

const button = () => screen.findByRole('button', { name: /^Share post/ })

async function showPost(part: Partial<PostData>) {
  mockViewer(ada)
  mockFeed([postData(part)])
  await renderApp('/')
  await screen.findByText(`@${ada.username}`)
}

const entries = async () =>
  (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)

async function choose(name: string) {
  await userEvent.click(await button())
  await chooseMenuItem(name)
}

const shared = (fields: Partial<PostData>) => ({
  __typename: 'Post' as const,
  id: 'post_1',
  isShared: true,
  sharesCount: 1,
  ...fields,
})

/** Answers a mutation with the post, and collects its inputs. */
function mockMutation(name: 'SharePost' | 'UnsharePost', fields: Partial<PostData>) {
  const inputs: unknown[] = []
  network.use(
    answerMutation(name, (input) => {
      inputs.push(input)
      return { post: shared(fields) }
    }),
  )
  return inputs
}

test('sharing shows at once, and the menu then offers to undo it', async () => {
  await showPost({ sharesCount: 2 })
  let respond = () => {}
  const responded = new Promise<void>((resolve) => {
    respond = resolve
  })
  network.use(
    api.mutation('SharePost', async () => {
      await responded
      return HttpResponse.json({
        data: {
          sharePost: {
            __typename: 'SharePostPayload',
            post: shared({ sharesCount: 7 }),
            userErrors: [],
          },
        },
      })
    }),
  )
  expect(await button()).toHaveAccessibleName('Share post, 2 shares')
  await userEvent.click(await button())
  await waitFor(() => expect(screen.getByRole('menu')).toHaveFocus())
  expect(await entries()).toEqual(['Share with followers', 'Share with a comment…', 'Copy link'])
  await userEvent.click(screen.getByRole('menuitem', { name: 'Share with followers' }))
  await waitFor(async () => expect(await button()).toHaveAccessibleName('Share post, 3 shares'))
  respond()
  await waitFor(async () => expect(await button()).toHaveAccessibleName('Share post, 7 shares'))
  expect(await within(await toasts()).findByText('Shared with your followers')).toBeInTheDocument()
  await userEvent.click(await button())
  await waitFor(async () => expect(await entries()).toContain('Undo share'))
})

test('undoing a share sends it and counts down', async () => {
  await showPost({ sharesCount: 3, isShared: true })
  const inputs = mockMutation('UnsharePost', { isShared: false, sharesCount: 2 })
  await choose('Undo share')
  expect(await within(await toasts()).findByText('Share undone')).toBeInTheDocument()
  expect(await button()).toHaveAccessibleName('Share post, 2 shares')
  expect(inputs).toEqual([{ postId: 'post_1' }])
})

test('a failed share is rolled back with one toast', async () => {
  await showPost({ sharesCount: 3 })
  await button()
  network.use(http.post('*/graphql', () => HttpResponse.text('no', { status: 500 })))
  await choose('Share with followers')
  expect(
    await within(await toasts()).findByText('Something went wrong. Please try again.'),
  ).toBeInTheDocument()
  expect(await button()).toHaveAccessibleName('Share post, 3 shares')
})

test('a comment is sent with the share', async () => {
  await showPost({})
  const inputs = mockMutation('SharePost', {})
  await choose('Share with a comment…')
  const dialog = await screen.findByRole('dialog', { name: 'Share with a comment' })
  await userEvent.type(within(dialog).getByLabelText('Your comment'), 'So true')
  expect(within(dialog).getByTestId('character-counter')).toHaveTextContent('7/280')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Share' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(inputs).toEqual([{ postId: 'post_1', comment: 'So true' }])
  expect(await button()).toHaveAccessibleName('Share post, 1 share')
})

test('a blank comment is not sent, so that an earlier one stays', async () => {
  await showPost({ isShared: true, sharesCount: 1 })
  const inputs = mockMutation('SharePost', {})
  await choose('Share with a comment…')
  const dialog = await screen.findByRole('dialog')
  await userEvent.type(within(dialog).getByLabelText('Your comment'), ' ')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Share' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(inputs).toEqual([{ postId: 'post_1' }])
})

test('a comment that is too long is not sent', async () => {
  await showPost({})
  await choose('Share with a comment…')
  const dialog = await screen.findByRole('dialog')
  const field = within(dialog).getByLabelText('Your comment')
  await userEvent.click(field)
  await userEvent.paste('a'.repeat(281))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Share' }))
  expect(
    await within(dialog).findByText('A comment must be 280 characters or less.'),
  ).toBeInTheDocument()
  await waitFor(() => expect(field).toHaveFocus())
})

test('a rejected comment stays in the dialog, with the error at its field', async () => {
  await showPost({})
  const error = {
    __typename: 'UserError',
    reason: 'SHARE_COMMENT_TOO_LONG',
    message: 'Too long.',
    field: 'comment',
  }
  network.use(
    api.mutation('SharePost', () =>
      HttpResponse.json({
        data: {
          sharePost: { __typename: 'SharePostPayload', post: null, userErrors: [error] },
        },
      }),
    ),
  )
  await choose('Share with a comment…')
  const dialog = await screen.findByRole('dialog')
  await userEvent.type(within(dialog).getByLabelText('Your comment'), 'Hm')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Share' }))
  expect(
    await within(dialog).findByText('A comment must be 280 characters or less.'),
  ).toBeInTheDocument()
  expect(within(dialog).getByLabelText('Your comment')).toHaveValue('Hm')
})

test('the copied link leads to the page of the post', async () => {
  await showPost({})
  const writeText = vi.fn().mockResolvedValueOnce(undefined).mockRejectedValueOnce(new Error())
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
  await choose('Copy link')
  expect(await within(await toasts()).findByText('Link copied')).toBeInTheDocument()
  expect(writeText).toHaveBeenCalledWith(`${location.origin}/post/post_1`)
  await choose('Copy link')
  expect(await within(await toasts()).findByText('We couldn’t copy the link.')).toBeInTheDocument()
})

test('visitors see only the count', async () => {
  mockViewer(null)
  network.use(
    api.query('Explore', () =>
      HttpResponse.json({ data: { search: postPage([postData({ sharesCount: 3 })]) } }),
    ),
  )
  await renderApp('/explore?q=crocus')
  expect(await screen.findByRole('article')).toHaveTextContent('3 shares')
  expect(screen.queryByRole('button', { name: /^Share post/ })).toBeNull()
})
