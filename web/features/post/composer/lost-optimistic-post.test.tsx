import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { api } from '../../../test/api.ts'
import { acceptPosts, field, sent, share, toast } from '../../../test/composer.ts'
import { ada, postData, postPage } from '../../../test/data.ts'
import { mockViewer } from '../../../test/feed.ts'
import { network } from '../../../test/network.ts'
import { renderApp } from '../../../test/render.tsx'

vi.mock('./optimistic-post.ts', () => {
  throw new TypeError('Failed to fetch')
})

test('without the script of the optimistic post, a post is sent and the feed loads again', async () => {
  mockViewer(ada)
  acceptPosts()
  network.use(
    api.query('Feed', () => {
      const added = sent.map(({ content }) =>
        postData({ id: 'post_1', author: ada, content: String(content) }),
      )
      const older = postData({ id: 'post_0', content: 'Older' })
      return HttpResponse.json({ data: { feed: postPage([...added, older]) } })
    }),
  )
  await renderApp('/')
  expect(await screen.findByText('Older')).toBeInTheDocument()
  await screen.findByText(`@${ada.username}`)
  await userEvent.type(field(), 'Soup on the balcony')
  await userEvent.click(share())
  await toast('Your positive post has been shared! ✨')
  expect(sent).toHaveLength(1)
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2))
  expect(screen.getAllByRole('article')[0]).toHaveTextContent('Soup on the balcony')
  expect(field()).toHaveValue('')
})
