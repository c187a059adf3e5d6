import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { api } from '../../test/api.ts'
import { ada, bo, personState, postData } from '../../test/data.ts'
import { mockFeed, mockViewer } from '../../test/feed.ts'
import { mockHiddenPeople } from '../../test/hidden-people.ts'
import { chooseMenuItem } from '../../test/menu.ts'
import { network } from '../../test/network.ts'
import { renderApp } from '../../test/render.tsx'

const cy = { ...bo, id: 'user_cy', displayName: 'Cy Dune', username: 'cy' }

async function openMenu(article: HTMLElement | undefined) {
  const button = within(article as HTMLElement).findByRole('button', { name: 'More options' })
  await userEvent.click(await button)
  await waitFor(() => expect(screen.getByRole('menu')).toHaveFocus())
}

test('after a mute, the focus is at the next post', async () => {
  network.use(
    api.query('PersonEntries', () =>
      HttpResponse.json({ data: { user: { ...bo, ...personState } } }),
    ),
  )
  mockHiddenPeople()
  mockViewer(ada)
  mockFeed([
    postData({ id: 'post_1', author: bo }),
    postData({ id: 'post_2', author: bo }),
    postData({ id: 'post_3', author: cy }),
    postData({ id: 'post_4', author: cy }),
  ])
  await renderApp('/')
  const [first] = await screen.findAllByRole('article')
  await openMenu(first)
  await chooseMenuItem('Mute')
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2))
  await waitFor(() => expect(screen.getAllByRole('article')[0]).toHaveFocus())
})

test('after the last post is deleted, the focus is at the one before', async () => {
  mockViewer(ada)
  network.use(
    api.mutation('DeletePost', () =>
      HttpResponse.json({
        data: {
          deletePost: {
            __typename: 'DeletePostPayload',
            deletedPostId: 'post_2',
            userErrors: [],
          },
        },
      }),
    ),
  )
  mockFeed([
    postData({ id: 'post_1', author: bo }),
    postData({ id: 'post_2', author: ada, viewerCanDelete: true }),
  ])
  await renderApp('/')
  const [before, last] = await screen.findAllByRole('article')
  await openMenu(last)
  await chooseMenuItem('Delete')
  const dialog = within(await screen.findByRole('alertdialog'))
  await waitFor(() => userEvent.click(dialog.getByRole('button', { name: 'Delete' })))
  await waitFor(() => expect(last).not.toBeInTheDocument())
  await waitFor(() => expect(before).toHaveFocus())
})
