import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { api, rateLimited } from '../../test/api.ts'
import { ada, bo, type PersonData, pageAt, personData, personPage } from '../../test/data.ts'
import { mockViewer } from '../../test/feed.ts'
import { network } from '../../test/network.ts'
import { renderApp } from '../../test/render.tsx'
import type { PeopleQueryVariables } from './People.generated.ts'

const cy = personData({ id: 'user_cy', displayName: 'Cy Moss', username: 'cy', bio: null })

let requests: PeopleQueryVariables[]

/** Mocks the people who follow Bo, or whom Bo follows, page by page. */
function mockPeople(...pages: PersonData[][]) {
  network.use(
    api.query('People', ({ variables }) => {
      requests.push(variables as PeopleQueryVariables)
      const users = personPage(...pageAt(pages, variables.after))
      const list = variables.isFollowers ? { followers: users } : { following: users }
      return HttpResponse.json({ data: { user: { ...bo, ...list } } })
    }),
  )
}

beforeEach(() => {
  requests = []
  mockViewer(ada)
})

test('the followers of a user, page by page', async () => {
  mockPeople([personData({ ...ada, bio: 'Me', viewerCanFollow: false })], [cy])
  await renderApp('/profile/bo/followers')
  expect(await screen.findByRole('heading', { name: 'Followers of Bo Berg' })).toBeInTheDocument()
  await waitFor(() => expect(document.title).toBe('Followers of Bo Berg · Good Vibes'))
  expect(screen.getByRole('link', { name: '@bo' })).toHaveAttribute('href', '/profile/bo')
  expect(screen.queryByRole('button', { name: 'Follow Ada Sunrise' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Load more people' }))
  expect(await screen.findByRole('button', { name: 'Follow Cy Moss' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Ada Sunrise' })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'That’s everyone' })).toBeInTheDocument()
  expect(requests).toEqual([
    { isFollowers: true, username: 'bo', first: 20 },
    { isFollowers: true, username: 'bo', first: 20, after: '1' },
  ])
})

test('the people whom a user follows', async () => {
  mockPeople([cy])
  await renderApp('/profile/bo/following')
  expect(await screen.findByRole('heading', { name: 'People Bo Berg follows' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Cy Moss' })).toHaveAttribute('href', '/profile/cy')
  expect(requests).toEqual([{ isFollowers: false, username: 'bo', first: 20 }])
})

test.each([
  ['followers', 'No one follows Bo Berg yet.'],
  ['following', 'Bo Berg doesn’t follow anyone yet.'],
])('an empty list of %s says so', async (list, text) => {
  mockPeople([])
  await renderApp(`/profile/bo/${list}`)
  expect(await screen.findByText(text)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Load more people' })).toBeNull()
})

test('skeletons show while the list is loading, and a failed one can be retried', async () => {
  const { promise: responded, resolve: respond } = Promise.withResolvers<void>()
  network.use(
    api.query('People', async () => {
      await responded
      return new HttpResponse(null, { status: 500 })
    }),
  )
  await renderApp('/profile/bo/followers')
  await waitFor(() => expect(screen.getAllByTestId('skeleton')).toHaveLength(3))
  expect(await screen.findByRole('heading', { name: 'Followers' })).toBeInTheDocument()
  respond()
  expect(await screen.findByText('We couldn’t load these people.')).toBeInTheDocument()
  mockPeople([cy])
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('link', { name: 'Cy Moss' })).toBeInTheDocument()
})

test('a refused list says why, and can be retried', async () => {
  const reason = 'That was a lot at once. Please try again in 20 seconds.'
  network.use(api.query('People', () => rateLimited(reason)))
  await renderApp('/profile/bo/followers')
  expect(await screen.findByText(reason)).toBeInTheDocument()
  expect(screen.queryByText('We couldn’t load these people.')).toBeNull()
  mockPeople([cy])
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('link', { name: 'Cy Moss' })).toBeInTheDocument()
})

test('a failed next page can be retried', async () => {
  mockPeople([personData(ada)], [cy])
  await renderApp('/profile/bo/followers')
  const more = await screen.findByRole('button', { name: 'Load more people' })
  network.use(api.query('People', () => new HttpResponse(null, { status: 500 }), { once: true }))
  await userEvent.click(more)
  expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t load more people.')
  await userEvent.click(more)
  expect(await screen.findByRole('link', { name: 'Cy Moss' })).toBeInTheDocument()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('an unknown user: a message and a link to Explore', async () => {
  network.use(api.query('People', () => HttpResponse.json({ data: { user: null } })))
  await renderApp('/profile/unknown_user/followers')
  expect(await screen.findByRole('heading', { name: 'User not found' })).toBeInTheDocument()
})

test('visitors see the list without buttons to follow, and the join bar', async () => {
  mockViewer(null)
  mockPeople([{ ...cy, viewerCanFollow: false }])
  await renderApp('/profile/bo/followers')
  expect(await screen.findByRole('link', { name: 'Cy Moss' })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /^Follow/ })).toBeNull()
  expect(await screen.findAllByRole('link', { name: 'Join' })).not.toEqual([])
})
