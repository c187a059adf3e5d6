import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { api } from '../../test/api.ts'
import { ada, bo, connection, type PersonData, personPage, postData } from '../../test/data.ts'
import { mockFeed, mockViewer } from '../../test/feed.ts'
import { chooseMenuItem } from '../../test/menu.ts'
import { network } from '../../test/network.ts'
import { renderApp } from '../../test/render.tsx'

const person = {
  ...bo,
  bio: 'Bakes bread.',
  isFollowed: false,
  followersCount: 2,
  viewerCanFollow: true,
}

async function open(entry: string) {
  mockViewer(ada)
  mockFeed([postData({ author: ada })])
  await renderApp('/')
  await userEvent.click(await screen.findByRole('button', { name: 'More options' }))
  await chooseMenuItem(entry)
}

const mockLikes = (people: PersonData[]) =>
  network.use(
    api.query('LikedBy', () => {
      const likedBy = personPage(people)
      return HttpResponse.json({ data: { node: { __typename: 'Post', id: 'post_1', likedBy } } })
    }),
  )

test('"Liked by…" lists the people who like a post', async () => {
  mockLikes([person])
  await open('Liked by…')
  const dialog = within(await screen.findByRole('dialog', { name: 'Liked by' }))
  expect(await dialog.findByRole('link', { name: 'Bo Berg' })).toHaveAttribute(
    'href',
    '/profile/bo',
  )
  expect(dialog.getByRole('button', { name: 'Follow Bo Berg' })).toBeInTheDocument()
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(screen.getByRole('button', { name: 'More options' })).toHaveFocus())
})

test('without likes, the list says so', async () => {
  mockLikes([])
  await open('Liked by…')
  expect(await screen.findByText('No one liked this post yet.')).toBeInTheDocument()
})

function mockShares(comments: string[]) {
  const shares = connection(
    'Share',
    comments.map((comment) => ({
      __typename: 'Share',
      id: `share ${comment}`,
      comment,
      actor: person,
    })),
  )
  network.use(
    api.query('SharedByPeople', () =>
      HttpResponse.json({ data: { node: { __typename: 'Post', id: 'post_1', shares } } }),
    ),
  )
}

test('"Shared by…" lists the people who shared a post, with their comments', async () => {
  mockShares(['So good.'])
  await open('Shared by…')
  const dialog = within(await screen.findByRole('dialog', { name: 'Shared by' }))
  expect(await dialog.findByRole('listitem')).toHaveTextContent(/Bo Berg.*So good\./)
})

async function openAgain(entry: string) {
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.click(await screen.findByRole('button', { name: 'More options' }))
  await chooseMenuItem(entry)
}

test('each time that a list opens, it is up to date', async () => {
  mockLikes([])
  await open('Liked by…')
  expect(await screen.findByText('No one liked this post yet.')).toBeInTheDocument()
  mockLikes([person])
  await openAgain('Liked by…')
  expect(await screen.findByRole('link', { name: 'Bo Berg' })).toBeInTheDocument()
  mockShares([])
  await openAgain('Shared by…')
  expect(await screen.findByText('No one shared this post yet.')).toBeInTheDocument()
  mockShares(['So good.'])
  await openAgain('Shared by…')
  expect(await screen.findByText('So good.')).toBeInTheDocument()
})

test('a list that failed to load can be retried', async () => {
  network.use(api.query('LikedBy', () => HttpResponse.json({ errors: [{ message: 'No.' }] })))
  await open('Liked by…')
  const again = await screen.findByRole('button', { name: 'Try again' })
  mockLikes([person])
  await userEvent.click(again)
  expect(await screen.findByRole('link', { name: 'Bo Berg' })).toBeInTheDocument()
})

test.each([
  ['Liked by…', 'LikedBy'],
  ['Shared by…', 'SharedByPeople'],
] as const)('"%s" of a post that is gone says so', async (entry, operation) => {
  network.use(api.query(operation, () => HttpResponse.json({ data: { node: null } })))
  await open(entry)
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('This post is gone, or you can’t see it.')).toBeInTheDocument()
})
