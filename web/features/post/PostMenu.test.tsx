import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { api } from '../../test/api.ts'
import { ada, bo, type PostData, personState, postData, postPage } from '../../test/data.ts'
import { mockFeed, mockViewer } from '../../test/feed.ts'
import { mockHiddenPeople } from '../../test/hidden-people.ts'
import { chooseMenuItem } from '../../test/menu.ts'
import { network } from '../../test/network.ts'
import { renderApp } from '../../test/render.tsx'

async function showPost(part: Partial<PostData>) {
  mockViewer(ada)
  mockFeed([postData(part), postData({ id: 'post_2', content: 'Another' })])
  await renderApp('/')
  return (await screen.findAllByRole('article'))[0] as HTMLElement
}

async function openMenu(article: HTMLElement) {
  await userEvent.click(await within(article).findByRole('button', { name: 'More options' }))
  await waitFor(() => expect(screen.getByRole('menu')).toHaveFocus())
}

const bosState = (isFollowed: boolean) => ({
  ...bo,
  ...personState,
  isFollowed,
})

/** Mocks the menu's query. Returns the ids of the users that it asked for. */
function mockFollowEntry(isFollowed: boolean) {
  const asked: unknown[] = []
  network.use(
    api.query('PersonEntries', ({ variables }) => {
      asked.push(variables.userId)
      return HttpResponse.json({ data: { user: bosState(isFollowed) } })
    }),
  )
  return asked
}

test("another user's post offers to follow its author, asked for when the menu opens", async () => {
  const asked = mockFollowEntry(false)
  const article = await showPost({ author: bo })
  expect(asked).toEqual([])
  network.use(
    api.mutation('FollowUser', ({ variables }) =>
      variables.input.userId === bo.id
        ? HttpResponse.json({
            data: {
              followUser: {
                __typename: 'FollowUserPayload',
                user: bosState(true),
                userErrors: [],
              },
            },
          })
        : HttpResponse.error(),
    ),
  )
  await openMenu(article)
  await chooseMenuItem('Follow Bo Berg')
  expect(await screen.findByText('You follow Bo Berg now.')).toBeInTheDocument()
  expect(asked).toEqual([bo.id])
  await openMenu(article)
  expect(screen.getByRole('menuitem', { name: 'Unfollow Bo Berg' })).toBeInTheDocument()
  expect(screen.queryByRole('menuitem', { name: 'Delete' })).toBeNull()
})

test('a menu has all its entries from the beginning, and enables them in place', async () => {
  const state = Promise.withResolvers<void>()
  network.use(
    api.query('PersonEntries', async () => {
      await state.promise
      return HttpResponse.json({ data: { user: bosState(false) } })
    }),
  )
  await openMenu(await showPost({ author: bo }))
  const safety = ['Mute', 'Block', 'Report…']
  const items = safety.map((name) => screen.getByRole('menuitem', { name }))
  const count = screen.getAllByRole('menuitem').length
  for (const item of items) expect(item).toHaveAttribute('aria-disabled', 'true')
  state.resolve()
  await screen.findByRole('menuitem', { name: 'Follow Bo Berg' })
  for (const item of items) expect(item).not.toHaveAttribute('aria-disabled', 'true')
  expect(screen.getAllByRole('menuitem')).toHaveLength(count)
})

test('a followed author can be unfollowed', async () => {
  mockFollowEntry(true)
  const article = await showPost({ author: bo })
  network.use(
    api.mutation('UnfollowUser', () =>
      HttpResponse.json({
        data: {
          unfollowUser: {
            __typename: 'UnfollowUserPayload',
            user: bosState(false),
            userErrors: [],
          },
        },
      }),
    ),
  )
  await openMenu(article)
  await chooseMenuItem('Unfollow Bo Berg')
  expect(await screen.findByText('You don’t follow Bo Berg anymore.')).toBeInTheDocument()
})

test('a muted author’s posts leave the feed at once', async () => {
  mockFollowEntry(false)
  mockHiddenPeople()
  const article = await showPost({ author: bo })
  await openMenu(article)
  await chooseMenuItem('Mute')
  expect(await screen.findByText('You won’t see posts by Bo Berg anymore.')).toBeInTheDocument()
  await waitFor(() => expect(screen.queryAllByRole('article')).toHaveLength(0))
  // The menu's button is gone.
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
})

test('a mute that removes every loaded post shows the next page', async () => {
  mockFollowEntry(false)
  mockHiddenPeople()
  mockViewer(ada)
  mockFeed([postData({ author: bo })], [postData({ id: 'post_3', content: 'Further down' })])
  await renderApp('/')
  await openMenu(await screen.findByRole('article'))
  await chooseMenuItem('Mute')
  expect(await screen.findByText('Further down')).toBeInTheDocument()
})

test('a block asks first, then the author’s posts leave the feed', async () => {
  mockFollowEntry(false)
  mockHiddenPeople()
  const article = await showPost({ author: bo })
  await openMenu(article)
  await chooseMenuItem('Block')
  const dialog = await screen.findByRole('alertdialog', { name: 'Block Bo Berg?' })
  expect(screen.getAllByRole('article', { hidden: true })).toHaveLength(2)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Block' }))
  expect(await screen.findByText('Bo Berg is blocked.')).toBeInTheDocument()
  await waitFor(() => expect(screen.queryAllByRole('article')).toHaveLength(0))
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
})

test.each([
  ['BlockUser', bo, 'Block'],
  ['DeletePost', ada, 'Delete'],
] as const)(
  '%s is sent when the page is left while its dialog closes',
  async (name, author, entry) => {
    const sent: string[] = []
    mockFollowEntry(false)
    network.use(
      api.mutation(name, () => {
        sent.push(name)
        return HttpResponse.error()
      }),
    )
    const article = await showPost({ author })
    await openMenu(article)
    await chooseMenuItem(entry)
    const dialog = await screen.findByRole('alertdialog')
    act(() => within(dialog).getByRole('button', { name: entry }).click())
    cleanup()
    await waitFor(() => expect(sent).toEqual([name]))
  },
)

test('the menu can ask again when it could not load', async () => {
  network.use(
    api.query('PersonEntries', () => new HttpResponse(null, { status: 500 }), { once: true }),
  )
  const article = await showPost({ author: bo })
  await openMenu(article)
  await screen.findByRole('menuitem', { name: 'Try again' })
  mockFollowEntry(false)
  await chooseMenuItem('Try again')
  expect(await screen.findByRole('menuitem', { name: 'Follow Bo Berg' })).toBeInTheDocument()
})

test('visitors have no menu', async () => {
  mockViewer(null)
  network.use(
    api.query('Explore', () => HttpResponse.json({ data: { search: postPage([postData()]) } })),
  )
  await renderApp('/explore?q=crocus')
  const article = await screen.findByRole('article')
  expect(within(article).queryByRole('button', { name: 'More options' })).toBeNull()
})

function mockDelete(payload: {
  deletedPostId: string | null
  userErrors: { __typename: string; reason: null; message: string }[]
}) {
  network.use(
    api.mutation('DeletePost', () =>
      HttpResponse.json({ data: { deletePost: { __typename: 'DeletePostPayload', ...payload } } }),
    ),
  )
}

async function deleteFrom(article: HTMLElement) {
  await openMenu(article)
  await chooseMenuItem('Delete')
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete this post?' })
  expect(dialog).toHaveAccessibleDescription(/^It disappears for everyone/)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
}

test('a post is deleted after one confirmation, and leaves the list', async () => {
  const article = await showPost({ author: ada })
  mockDelete({ deletedPostId: 'post_1', userErrors: [] })
  await deleteFrom(article)
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1))
  expect(screen.getByText('Another')).toBeInTheDocument()
  expect(await screen.findByText('Your post is deleted.')).toBeInTheDocument()
})

test('a post comes back when the server refuses to delete it', async () => {
  const article = await showPost({ author: ada })
  mockDelete({
    deletedPostId: null,
    userErrors: [{ __typename: 'UserError', reason: null, message: 'This post is gone.' }],
  })
  await deleteFrom(article)
  expect(await screen.findByText('This post is gone.')).toBeInTheDocument()
  expect(screen.getAllByRole('article')).toHaveLength(2)
})

const mockThreadEntries = (viewerCanCloseReplies: boolean) =>
  network.use(
    api.query('ThreadEntries', ({ variables: { postId: id } }) =>
      HttpResponse.json({ data: { node: { __typename: 'Post', id, viewerCanCloseReplies } } }),
    ),
  )

test('an author closes the replies, and opens them again', async () => {
  const article = await showPost({ author: ada })
  const inputs: unknown[] = []
  network.use(
    api.mutation('SetRepliesClosed', ({ variables: { input } }) => {
      inputs.push(input)
      const post = { __typename: 'Post', id: 'post_1', repliesClosed: input.closed }
      return HttpResponse.json({
        data: { setRepliesClosed: { __typename: 'SetRepliesClosedPayload', post, userErrors: [] } },
      })
    }),
  )
  await openMenu(article)
  await chooseMenuItem('Close replies')
  expect(await screen.findByText('Replies are closed now.')).toBeInTheDocument()
  await openMenu(article)
  await chooseMenuItem('Open replies')
  expect(await screen.findByText('Replies are open again.')).toBeInTheDocument()
  expect(inputs).toEqual([
    { postId: 'post_1', closed: true },
    { postId: 'post_1', closed: false },
  ])
})

test('moderators can close the replies to a post of others, members cannot', async () => {
  mockFollowEntry(false)
  const article = await showPost({ author: bo })
  await openMenu(article)
  await screen.findByRole('menuitem', { name: 'Follow Bo Berg' })
  expect(screen.queryByRole('menuitem', { name: 'Close replies' })).toBeNull()
  cleanup()
  mockThreadEntries(true)
  await openMenu(await showPost({ author: bo }))
  await screen.findByRole('menuitem', { name: 'Close replies' })
  // It arrives late, so it moves none of the others.
  expect(screen.getAllByRole('menuitem').at(-1)).toHaveTextContent('Close replies')
})

test('the confirmation says how many replies a post takes with it', async () => {
  const article = await showPost({ author: ada, repliesCount: 2 })
  await openMenu(article)
  await chooseMenuItem('Delete')
  expect(await screen.findByRole('alertdialog')).toHaveTextContent(
    'It disappears for everyone, with its 2 replies. This can’t be undone.',
  )
})
