import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { fullDateTime } from '../../lib/dates.ts'
import { api } from '../../test/api.ts'
import { counter, newViewer, toast } from '../../test/composer.ts'
import { ada, bo, connection, personState } from '../../test/data.ts'
import { mockViewer } from '../../test/feed.ts'
import { mockHiddenPeople } from '../../test/hidden-people.ts'
import { chooseMenuItem } from '../../test/menu.ts'
import { network } from '../../test/network.ts'
import { renderApp } from '../../test/render.tsx'
import {
  mockPost,
  ROOT_ID,
  replyData,
  replyId,
  replyPageData,
  threadData,
} from '../../test/thread.ts'

const cy: typeof bo = { ...bo, id: 'user_cy', displayName: 'Cy Dune', username: 'cy' }
const path = `/post/${ROOT_ID}`
const list = () => screen.findByRole('list', { name: 'Replies' })
const rows = async () => within(await list()).findAllByRole('listitem')
const field = () => screen.findByRole('textbox', { name: 'Write a reply…' })
const send = () => screen.getByRole('button', { name: 'Reply' })

let viewer = ada

beforeEach(() => {
  viewer = newViewer()
  mockViewer(viewer)
  // jsdom has no layout.
  Element.prototype.scrollIntoView = vi.fn()
})

/** Answers the mutation that creates a reply, and collects its inputs. */
function mockReply(content: string, answered = { __typename: 'Post', id: ROOT_ID, author: bo }) {
  const inputs: Record<string, unknown>[] = []
  network.use(
    api.mutation('CreateReply', ({ variables }) => {
      inputs.push(variables.input)
      const threadRoot = { __typename: 'Post', id: ROOT_ID, repliesCount: 9 }
      const post = { ...replyData(9, { content, author: viewer }), threadRoot, inReplyTo: answered }
      return HttpResponse.json({
        data: { createPost: { __typename: 'CreatePostPayload', post, userErrors: [] } },
      })
    }),
  )
  return inputs
}

test('a post with its full date and its replies, oldest first', async () => {
  const post = threadData([replyData(1), replyData(2)])
  mockPost(({ postId }) => (postId === ROOT_ID ? post : null))
  await renderApp(path)
  expect(await screen.findByRole('heading', { name: 'Post by Bo Berg' })).toBeInTheDocument()
  const [article] = await screen.findAllByRole('article')
  expect(article).toHaveTextContent('The first crocus is out.')
  expect(article).toHaveTextContent(fullDateTime(new Date(post.createdAt)))
  expect(article).toHaveTextContent('2 replies')
  expect((await rows()).map((row) => row.textContent)).toEqual([
    expect.stringContaining('Reply 1'),
    expect.stringContaining('Reply 2'),
  ])
  const [row] = await rows()
  expect(within(row as HTMLElement).getByRole('link', { name: '5 hours ago' })).toHaveAttribute(
    'href',
    `/post/${replyId(1)}`,
  )
  expect(screen.queryByRole('button', { name: 'Load more replies' })).toBeNull()
})

test('a reply shows at once, dimmed, and counts', async () => {
  mockPost(() => threadData([replyData(1)]))
  const inputs = mockReply('How lovely')
  await renderApp(path)
  await userEvent.type(await field(), 'How lovely')
  expect(counter()).toHaveTextContent('10/280')
  await userEvent.click(send())
  await waitFor(async () => expect(await rows()).toHaveLength(2))
  await toast('Your reply is sent.')
  expect((await rows()).at(-1)).toHaveTextContent('How lovely')
  expect(await field()).toHaveValue('')
  expect(screen.getAllByRole('article')[0]).toHaveTextContent('9 replies')
  expect(inputs).toEqual([
    { content: 'How lovely', clientKey: expect.any(String), inReplyToId: ROOT_ID },
  ])
})

test('a failed reply is rolled back with one toast, and its text stays', async () => {
  mockPost(() => threadData([replyData(1)]))
  const { promise, resolve } = Promise.withResolvers<void>()
  network.use(
    api.mutation('CreateReply', async () => {
      await promise
      return HttpResponse.error()
    }),
  )
  await renderApp(path)
  await userEvent.type(await field(), 'Kept')
  await userEvent.click(send())
  await waitFor(async () => expect(await rows()).toHaveLength(2))
  const pending = within((await rows())[1] as HTMLElement).getByRole('article', { hidden: true })
  expect(pending).toHaveAttribute('inert')
  resolve()
  await toast('We couldn’t send your reply. Please try again.')
  expect(await rows()).toHaveLength(1)
  expect(await field()).toHaveValue('Kept')
  expect(screen.getAllByRole('article')[0]).toHaveTextContent('1 reply')
})

test('a reply to a reply names whom it answers, until the viewer chooses the post', async () => {
  const answered = { __typename: 'Post' as const, id: replyId(1), author: ada }
  mockPost(() => threadData([replyData(1, { author: ada }), replyData(2, { inReplyTo: answered })]))
  const inputs = mockReply('Me too', answered)
  await renderApp(path)
  expect((await rows())[0]).not.toHaveTextContent('Replying to')
  expect((await rows())[1]).toHaveTextContent('Replying to Ada Sunrise')
  await userEvent.click(screen.getByRole('button', { name: 'Reply to Ada Sunrise' }))
  const input = await field()
  await waitFor(() => expect(input).toHaveFocus())
  expect(screen.getAllByText('Ada Sunrise', { selector: 'p > bdi' })).toHaveLength(2)
  await userEvent.click(screen.getByRole('button', { name: 'Answer the post instead' }))
  expect(screen.queryByRole('button', { name: 'Answer the post instead' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Reply to Ada Sunrise' }))
  await userEvent.type(await field(), 'Me too')
  await userEvent.click(send())
  await waitFor(() =>
    expect(inputs).toEqual([expect.objectContaining({ inReplyToId: replyId(1) })]),
  )
  await toast('Your reply is sent.')
  expect(screen.queryByRole('button', { name: 'Answer the post instead' })).toBeNull()
})

test('more replies load below the first ones', async () => {
  mockPost(({ after }) =>
    after
      ? threadData([replyData(2)])
      : threadData([], { replies: connection('Post', [replyData(1)], 'cursor') }),
  )
  await renderApp(path)
  await userEvent.click(await screen.findByRole('button', { name: 'Load more replies' }))
  await waitFor(async () => expect(await rows()).toHaveLength(2))
})

test('a closed thread says so instead of the field', async () => {
  mockPost(() => threadData([replyData(1)], { repliesClosed: true }))
  await renderApp(path)
  expect(await screen.findByText('The replies are closed.')).toBeInTheDocument()
  expect(screen.queryByRole('textbox', { name: 'Write a reply…' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Reply to/ })).toBeNull()
})

test('visitors read the thread, and are invited to join', async () => {
  mockViewer(null)
  mockPost(() => threadData([]))
  await renderApp(path)
  expect(await screen.findByText('No replies yet.')).toBeInTheDocument()
  expect(screen.getAllByRole('link', { name: 'Join' })).not.toEqual([])
  expect(screen.queryByRole('textbox', { name: 'Write a reply…' })).toBeNull()
})

test('the page of a reply shows its thread, marks it, and answers it first', async () => {
  const [first, second] = [replyData(1), replyData(2, { author: cy })]
  const thread = threadData([first, second])
  mockPost(({ postId }) => (postId === ROOT_ID ? thread : replyPageData(second, thread)))
  const inputs = mockReply('Hello Cy', { __typename: 'Post', id: replyId(2), author: cy })
  await renderApp(path)
  const [, row] = await rows()
  await userEvent.click(within(row as HTMLElement).getByRole('link', { name: '5 hours ago' }))
  expect(await screen.findByRole('heading', { name: 'Reply by Cy Dune' })).toBeInTheDocument()
  const [post] = screen.getAllByRole('article')
  expect(post).toHaveTextContent('The first crocus is out.')
  const [other, marked] = await rows()
  expect(other).not.toHaveAttribute('aria-current')
  expect(marked).toHaveAttribute('aria-current', 'true')
  await waitFor(() => expect(Element.prototype.scrollIntoView).toHaveBeenCalled())
  expect(screen.getByRole('button', { name: 'Answer the post instead' })).toBeInTheDocument()
  await userEvent.type(await field(), 'Hello Cy')
  await userEvent.click(send())
  await toast('Your reply is sent.')
  expect(inputs).toEqual([expect.objectContaining({ inReplyToId: replyId(2) })])
})

test('a reply that is not loaded yet stands above the others, until it is', async () => {
  const late = replyData(2)
  mockPost(({ after }) =>
    replyPageData(
      late,
      after
        ? threadData([late])
        : threadData([], { replies: connection('Post', [replyData(1)], 'cursor') }),
    ),
  )
  await renderApp(`/post/${late.id}`)
  const opened = await screen.findByRole('list', { name: 'The reply you opened' })
  expect(opened).toHaveTextContent('Reply 2')
  expect(await rows()).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Load more replies' }))
  await waitFor(async () => expect(await rows()).toHaveLength(2))
  expect((await rows())[1]).toHaveAttribute('aria-current', 'true')
  expect(opened).not.toBeInTheDocument()
})

test('a reply whose thread is hidden from the viewer says so', async () => {
  mockPost(() => replyPageData(replyData(1), null))
  await renderApp(`/post/${replyId(1)}`)
  expect(
    await screen.findByText('This reply belongs to a thread you can’t see.'),
  ).toBeInTheDocument()
  expect(screen.getByRole('article')).toHaveTextContent('Reply 1')
  expect(screen.queryByRole('textbox', { name: 'Write a reply…' })).toBeNull()
})

test.each([
  ['unknown', path],
  ['malformed', '/post/nothing'],
])('an %s post is not found', async (_case, address) => {
  mockPost(() => null)
  await renderApp(address)
  expect(await screen.findByRole('heading', { name: 'Post not found' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Go to the feed' })).toHaveAttribute('href', '/')
})

test('a failed page can be retried', async () => {
  network.use(api.query('Post', () => new HttpResponse(null, { status: 500 }), { once: true }))
  await renderApp(path)
  const again = await screen.findByRole('button', { name: 'Try again' })
  mockPost(() => threadData([replyData(1)]))
  await userEvent.click(again)
  expect(await rows()).toHaveLength(1)
})

test('a deleted reply leaves the thread and its count', async () => {
  mockPost(() => threadData([replyData(1, { viewerCanDelete: true }), replyData(2)]))
  network.use(
    api.mutation('DeletePost', ({ variables }) =>
      HttpResponse.json({
        data: {
          deletePost: {
            __typename: 'DeletePostPayload',
            deletedPostId: variables.input.postId,
            userErrors: [],
          },
        },
      }),
    ),
  )
  await renderApp(path)
  const [row] = await rows()
  await userEvent.click(within(row as HTMLElement).getByRole('button', { name: 'More options' }))
  await waitFor(() => expect(screen.getByRole('menu')).toHaveFocus())
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Liked by…',
    'Delete',
  ])
  await chooseMenuItem('Delete')
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete this reply?' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
  await toast('Your reply is deleted.')
  expect(await rows()).toHaveLength(1)
  expect(screen.getAllByRole('article')[0]).toHaveTextContent('1 reply')
})

test('a muted author’s replies leave the thread that is open', async () => {
  mockPost(() => threadData([replyData(1), replyData(2, { author: cy })]))
  mockHiddenPeople()
  network.use(
    api.query('PersonEntries', () =>
      HttpResponse.json({
        data: {
          user: { ...cy, ...personState },
        },
      }),
    ),
  )
  await renderApp(path)
  const [, reply] = await rows()
  await userEvent.click(within(reply as HTMLElement).getByRole('button', { name: 'More options' }))
  await chooseMenuItem('Mute')
  await waitFor(async () => expect(await rows()).toHaveLength(1))
  expect((await rows())[0]).toHaveTextContent('Reply 1')
})
