import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { afterNextPaint } from '../../../lib/after-next-paint.ts'
import { api } from '../../../test/api.ts'
import { newViewer, toast } from '../../../test/composer.ts'
import { postData } from '../../../test/data.ts'
import { mockFeed, mockViewer } from '../../../test/feed.ts'
import { network } from '../../../test/network.ts'
import { renderApp } from '../../../test/render.tsx'

async function openDialog() {
  const [button] = screen.getAllByRole('button', { name: 'Share Positivity', hidden: true })
  await userEvent.click(button as HTMLElement)
  return within(await screen.findByRole('dialog'))
}

test('an answer that arrives late leaves the dialog open that was opened again', async () => {
  const viewer = newViewer()
  mockViewer(viewer)
  mockFeed([])
  const answer = Promise.withResolvers<void>()
  network.use(
    api.mutation('CreatePost', async () => {
      await answer.promise
      const post = postData({ id: 'post_new', author: viewer })
      return HttpResponse.json({
        data: { createPost: { __typename: 'CreatePostPayload', post, userErrors: [] } },
      })
    }),
  )
  await renderApp('/')
  await screen.findByText(`@${viewer.username}`)
  const first = await openDialog()
  await userEvent.type(first.getByRole('textbox'), 'Soup')
  await userEvent.click(first.getByRole('button', { name: 'Share' }))
  await userEvent.click(first.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const again = await openDialog()
  await userEvent.type(again.getByRole('textbox'), ' and bread')
  answer.resolve()
  await toast('Your positive post has been shared! ✨')
  await act(afterNextPaint)
  expect(screen.getByRole('dialog')).toHaveAttribute('data-state', 'open')
  expect(again.getByRole('textbox')).toHaveValue('Soup and bread')
})
