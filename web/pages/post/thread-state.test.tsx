import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { api } from '../../test/api.ts'
import { newViewer, toast } from '../../test/composer.ts'
import { ada, bo } from '../../test/data.ts'
import { mockViewer } from '../../test/feed.ts'
import { network } from '../../test/network.ts'
import { renderApp } from '../../test/render.tsx'
import { mockPost, ROOT_ID, replyData, replyId, threadData } from '../../test/thread.ts'

const path = `/post/${ROOT_ID}`
const field = () => screen.findByRole('textbox', { name: 'Write a reply…' })
const answeredName = (name = 'Ada Sunrise') => screen.queryByText(name, { selector: 'p > bdi' })

test('a draft of a reply keeps whom it answers', async () => {
  const viewer = newViewer()
  mockViewer(viewer)
  // jsdom has no layout.
  Element.prototype.scrollIntoView = vi.fn()
  mockPost(() => threadData([replyData(1, { author: ada })]))
  const { unmount } = await renderApp(path)
  await userEvent.click(await screen.findByRole('button', { name: 'Reply to Ada Sunrise' }))
  await userEvent.type(await field(), 'Me too')
  unmount()
  const inputs: unknown[] = []
  network.use(
    api.mutation('CreateReply', ({ variables }) => {
      inputs.push(variables.input)
      const threadRoot = { __typename: 'Post', id: ROOT_ID, repliesCount: 9 }
      const inReplyTo = { __typename: 'Post', id: ROOT_ID, author: bo }
      const post = { ...replyData(9, { author: viewer }), threadRoot, inReplyTo }
      return HttpResponse.json({
        data: { createPost: { __typename: 'CreatePostPayload', post, userErrors: [] } },
      })
    }),
  )
  const again = await renderApp(path)
  expect(await field()).toHaveValue('Me too')
  expect(answeredName()).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Reply' }))
  await waitFor(() => expect(inputs).toMatchObject([{ inReplyToId: replyId(1) }]))
  await toast('Your reply is sent.')
  again.unmount()
  await renderApp(path)
  expect(await field()).toHaveValue('')
  expect(answeredName()).toBeNull()
})

test('the counts of the opened post and of its replies are live', async () => {
  Element.prototype.scrollIntoView = vi.fn()
  mockViewer(newViewer())
  mockPost(() => threadData([replyData(1)]))
  await renderApp(path)
  await screen.findByRole('list', { name: 'Replies' })
  const ids = [...document.querySelectorAll<HTMLElement>('[data-item]')]
  expect(ids.map(({ dataset }) => dataset.item)).toEqual([ROOT_ID, replyId(1)])
})

test('an answer that arrives late keeps whom the next reply answers', async () => {
  Element.prototype.scrollIntoView = vi.fn()
  const viewer = newViewer()
  mockViewer(viewer)
  mockPost(() => threadData([replyData(1)]))
  const answer = Promise.withResolvers<void>()
  network.use(
    api.mutation('CreateReply', async () => {
      await answer.promise
      const threadRoot = { __typename: 'Post', id: ROOT_ID, repliesCount: 2 }
      const post = { ...replyData(2, { author: viewer }), threadRoot }
      return HttpResponse.json({
        data: { createPost: { __typename: 'CreatePostPayload', post, userErrors: [] } },
      })
    }),
  )
  await renderApp(path)
  await userEvent.type(await field(), 'To the post')
  await userEvent.click(screen.getByRole('button', { name: 'Reply' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Reply to Bo Berg' }))
  expect(answeredName('Bo Berg')).toBeInTheDocument()
  answer.resolve()
  await toast('Your reply is sent.')
  await waitFor(async () => expect(await field()).toHaveValue(''))
  expect(answeredName('Bo Berg')).toBeInTheDocument()
})
