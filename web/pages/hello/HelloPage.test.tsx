import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { api } from '../../test/api.ts'
import { ada, type PostData, pageAt, postData, postPage } from '../../test/data.ts'
import { mockViewer } from '../../test/feed.ts'
import { network } from '../../test/network.ts'
import { renderApp } from '../../test/render.tsx'

beforeEach(() => mockViewer(ada))

function mockHello(...pages: PostData[][]) {
  network.use(
    api.query('Hello', ({ variables }) =>
      HttpResponse.json({ data: { feed: postPage(...pageAt(pages, variables.after)) } }),
    ),
  )
}

test('lists the posts without an answer, page by page', async () => {
  mockHello([postData({ isByNewcomer: true })], [postData({ id: 'post_2', content: 'Another' })])
  await renderApp('/hello')
  expect(await screen.findByRole('heading', { name: 'Say hello' })).toBeInTheDocument()
  expect(await screen.findByRole('article')).toHaveTextContent('New here')
  await userEvent.click(screen.getByRole('button', { name: 'Load more positive vibes' }))
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2))
})

test('without such posts, everyone has an answer', async () => {
  mockHello([])
  await renderApp('/hello')
  expect(await screen.findByText('Everyone has an answer.')).toBeInTheDocument()
})

test('a failed list can be retried', async () => {
  network.use(api.query('Hello', () => new HttpResponse(null, { status: 500 }), { once: true }))
  await renderApp('/hello')
  const again = await screen.findByRole('button', { name: 'Try again' })
  mockHello([postData()])
  await userEvent.click(again)
  expect(await screen.findByRole('article')).toBeInTheDocument()
})
