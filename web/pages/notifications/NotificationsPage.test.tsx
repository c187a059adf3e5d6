import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { api } from '../../test/api.ts'
import { ada, bo, personState } from '../../test/data.ts'
import { mockFeed, mockViewer } from '../../test/feed.ts'
import { mockUnread, unreadData } from '../../test/live.ts'
import { chooseMenuItem } from '../../test/menu.ts'
import { network } from '../../test/network.ts'
import {
  likeData,
  mockMarkRead,
  mockNotifications,
  type NotificationData,
  otherKinds,
  thanksData,
} from '../../test/notifications.ts'
import { renderApp } from '../../test/render.tsx'

async function open(...pages: NotificationData[][]) {
  mockViewer(ada)
  mockNotifications(...pages)
  const marked = mockMarkRead()
  await renderApp('/notifications')
  expect(await screen.findByRole('heading', { name: 'Notifications', level: 1 })).toBeVisible()
  return marked
}
const rows = async () => {
  const main = await screen.findByRole('main')
  return within(main).findAllByRole('listitem')
}
const inMain = (element: HTMLElement) => element.closest('main') !== null

const cleo = { ...bo, id: 'user_cleo', displayName: 'Cleo' }

test.each([
  [{ actors: [], actorsCount: 1 }, '1 person liked your post'],
  [{ actors: [], actorsCount: 1_200 }, '1,200 people liked your post'],
  [{ actors: [bo], actorsCount: 1 }, 'Bo Berg liked your post'],
  [{ actors: [bo], actorsCount: 2 }, 'Bo Berg and 1 other liked your post'],
  [{ actors: [bo, cleo], actorsCount: 2 }, 'Bo Berg and Cleo liked your post'],
  [{ actors: [bo, cleo], actorsCount: 3 }, 'Bo Berg, Cleo and 1 other liked your post'],
  [{ actors: [bo, cleo], actorsCount: 5 }, 'Bo Berg, Cleo and 3 others liked your post'],
])('a group names up to two people: %o', async (people, text) => {
  await open([likeData(people)])
  const link = await screen.findByRole('link', { name: text })
  expect(link).toHaveAttribute('href', '/post/post_1')
  expect((await rows())[0]).toHaveTextContent('The first crocus is out.')
  expect((await rows())[0]).toHaveTextContent(/\d minutes ago/)
})

test('each kind leads to what it is about', async () => {
  await open([thanksData(), ...otherKinds()])
  await screen.findByText('So early!')
  for (const [name, path] of [
    ['Bo Berg thanked you', '/post/post_1'],
    ['Bo Berg shared your post', '/post/post_1'],
    ['Bo Berg follows you now', '/profile/bo'],
    ['Bo Berg replied to you', '/post/post_2'],
    ['Moderators answered your report', '/settings/reports'],
    ['Moderators made a decision about you', '/settings/reports'],
    ['A webhook of yours is paused', '/settings'],
  ] as const)
    expect(screen.getByRole('link', { name })).toHaveAttribute('href', path)
  for (const text of [
    'You made my day.',
    'It breaks a rule. No one sees it anymore.',
    'Moderators warned you',
    'https://example.org/hook',
  ])
    expect(screen.getByText(text)).toBeInTheDocument()
})

test('several followers lead to the list of followers; a deleted post has no link', async () => {
  await open([{ ...otherKinds()[1], actorsCount: 4 } as NotificationData, likeData({ post: null })])
  const followers = await screen.findByRole('link', { name: 'Bo Berg and 3 others follow you now' })
  expect(followers).toHaveAttribute('href', '/profile/ada/followers')
  expect(screen.getByText(/liked your post/)).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: /liked your post/ })).toBeNull()
})

test('showing them marks them as read, without a change of what is shown', async () => {
  const shown = [likeData(), likeData({ id: 'notification_0', isRead: true })]
  const marked = await open(shown)
  const [unread, read] = await rows()
  expect(within(unread as HTMLElement).getByText('New')).toBeInTheDocument()
  expect(within(read as HTMLElement).queryByText('New')).toBeNull()
  // The test before may still send its own.
  const isShown = (marking: unknown) => shown.some(({ id }) => id === marking)
  await waitFor(() => expect(marked.filter(isShown)).toEqual(['notification_1']))
  expect(within(unread as HTMLElement).getByText('New')).toBeInTheDocument()
})

test('showing them takes the dot from the bell', async () => {
  mockViewer(ada)
  mockUnread({ count: 1 })
  mockFeed([])
  mockNotifications([likeData()])
  mockMarkRead()
  await renderApp('/')
  const unread = { name: 'Notifications unread' }
  const [bell] = await screen.findAllByRole('link', unread)
  await userEvent.click(bell as HTMLElement)
  await screen.findByRole('link', { name: 'Bo Berg liked your post' })
  await waitFor(() => expect(screen.queryAllByRole('link', unread)).toEqual([]))
})

test('a tab in the background marks nothing until it is shown', async () => {
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  const marked = await open([likeData()])
  expect(await screen.findByText('New')).toBeInTheDocument()
  expect(marked).toEqual([])
  visibility.mockRestore()
  document.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(marked).toEqual(['notification_1']))
})

test('read ones are not marked again', async () => {
  const marked = await open([likeData({ isRead: true })])
  await rows()
  expect(marked).toEqual([])
})

test('they stand under headings by time, and more load', async () => {
  const yesterday = new Date(Date.now() - 24 * 3_600_000).toISOString()
  await open(
    [likeData({ createdAt: yesterday })],
    [likeData({ id: 'notification_0', createdAt: '2026-03-04T12:00:00.000Z' })],
  )
  expect(await screen.findByRole('list', { name: 'Yesterday' })).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Load more notifications' }))
  expect(await screen.findByRole('list', { name: '4 March 2026' })).toBeInTheDocument()
  expect(screen.getByText('That’s all of them')).toBeInTheDocument()
})

test('thanks can be reported', async () => {
  const person = { ...bo, ...personState }
  network.use(api.query('PersonEntries', () => HttpResponse.json({ data: { user: person } })))
  await open([thanksData()])
  await userEvent.click(await screen.findByRole('button', { name: 'More options' }))
  await chooseMenuItem('Report…')
  expect(
    await screen.findByRole('dialog', { name: 'Report thanks from Bo Berg' }),
  ).toBeInTheDocument()
})

test('a mute takes away what only this person did', async () => {
  const person = { ...bo, ...personState }
  network.use(
    api.query('PersonEntries', () => HttpResponse.json({ data: { user: person } })),
    api.mutation('MuteUser', () => {
      const user = { ...person, isMuted: true }
      const payload = { __typename: 'MuteUserPayload', user, userErrors: [] }
      return HttpResponse.json({ data: { muteUser: payload } })
    }),
  )
  const shared = likeData({ id: 'notification_8', actors: [bo, cleo], actorsCount: 2 })
  await open([thanksData(), ...otherKinds(), shared])
  await userEvent.click(await screen.findByRole('button', { name: 'More options' }))
  await chooseMenuItem('Mute')
  await waitFor(() => expect(screen.queryByText('You made my day.')).toBeNull())
  const links = screen.getAllByRole('link').filter(inMain)
  expect(links.map(({ textContent }) => textContent)).toEqual([
    'Moderators answered your report',
    'Moderators made a decision about you',
    'A webhook of yours is paused',
    'Bo Berg and Cleo liked your post',
  ])
})

test('without notifications, the page says what will show up', async () => {
  const marked = await open([])
  expect(await screen.findByText('No notifications yet.')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Say hello to someone' })).toHaveAttribute(
    'href',
    '/hello',
  )
  expect(marked).toEqual([])
})

test('a failed list can be retried', async () => {
  mockViewer(ada)
  network.use(
    api.query('Notifications', () => new HttpResponse(null, { status: 500 }), { once: true }),
  )
  mockMarkRead()
  await renderApp('/notifications')
  const again = await screen.findByRole('button', { name: 'Try again' })
  mockNotifications([likeData()])
  await userEvent.click(again)
  expect(await screen.findByRole('link', { name: 'Bo Berg liked your post' })).toBeInTheDocument()
})

test('a list that fails to load again stays, and can be retried', async () => {
  mockViewer(ada)
  mockFeed([])
  mockNotifications([likeData()])
  mockMarkRead()
  const { visit } = await renderApp('/notifications')
  const name = 'Bo Berg liked your post'
  expect(await screen.findByRole('link', { name })).toBeInTheDocument()
  await visit('/')
  network.use(api.query('Notifications', () => new HttpResponse(null, { status: 500 })))
  await visit('/notifications')
  const again = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.getByRole('link', { name })).toBeInTheDocument()
  mockNotifications([likeData()])
  await userEvent.click(again)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull())
})

test('visitors are sent to sign in', async () => {
  const replace = vi.fn()
  const { href, origin } = location
  vi.stubGlobal('location', { href, origin, replace, pathname: '/notifications', search: '' })
  mockViewer(null)
  await renderApp('/notifications')
  await waitFor(() => expect(replace).toHaveBeenCalledWith(expect.stringContaining('/api/login')))
  vi.unstubAllGlobals()
})

test('what arrives while the page is open shows at its top, or when the bell is chosen', async () => {
  const streams = mockUnread({ count: 0 })
  const marked = await open([likeData()])
  await waitFor(() => expect(streams).toHaveLength(1))
  await waitFor(() => expect(marked).toHaveLength(1))

  mockNotifications([thanksData({ id: 'notification_2' }), likeData({ isRead: true })])
  streams.at(-1)?.send(unreadData({ count: 1 }))
  expect(await screen.findByText('You made my day.')).toBeInTheDocument()
  await waitFor(() => expect(marked).toHaveLength(2))

  mockNotifications([likeData({ id: 'notification_3', actors: [cleo] })])
  const scrollY = vi.spyOn(window, 'scrollY', 'get').mockReturnValue(400)
  streams.at(-1)?.send(unreadData({ count: 1 }))
  const bell = await screen.findAllByRole('link', { name: 'Notifications unread' })
  expect(screen.queryByRole('link', { name: 'Cleo liked your post' })).toBeNull()
  await userEvent.click(bell[0] as HTMLElement)
  expect(await screen.findByRole('link', { name: 'Cleo liked your post' })).toBeInTheDocument()
  scrollY.mockRestore()
})
