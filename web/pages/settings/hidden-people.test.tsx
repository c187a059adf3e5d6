import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { api } from '../../test/api.ts'
import { bo, personData, postPage } from '../../test/data.ts'
import { mockHiddenPeople } from '../../test/hidden-people.ts'
import { mockMutation, network } from '../../test/network.ts'
import { clickButton, mockAccountApi, openSettings, section } from '../../test/settings.ts'

const TITLE = 'Muted and blocked people'

test('without mutes and blocks, the section says so', async () => {
  mockAccountApi()
  await openSettings()
  const people = await section(TITLE)
  expect(await people.findByText('You don’t mute anyone.')).toBeInTheDocument()
  expect(people.getByText('You don’t block anyone.')).toBeInTheDocument()
})

test.each([
  ['muted', 'Muted people', 'Unmute Bo Berg', 'You don’t mute anyone.'],
  ['blocked', 'Blocked people', 'Unblock Bo Berg', 'You don’t block anyone.'],
] as const)('a %s person leaves the list', async (kind, list, button, empty) => {
  mockAccountApi()
  await openSettings({ hiddenPeople: { muted: [], blocked: [], [kind]: [bo] } })
  const people = await section(TITLE)
  expect(
    within(await people.findByRole('list', { name: list })).getAllByRole('listitem'),
  ).toHaveLength(1)
  await clickButton(button)
  expect(await people.findByText(empty)).toBeInTheDocument()
  await waitFor(() => expect(screen.getByRole('heading', { name: TITLE })).toHaveFocus())
})

test('a person who is blocked can be reported', async () => {
  mockAccountApi()
  const report = { __typename: 'Report', id: 'report_1' }
  const sent = mockMutation('ReportContent', { report, alreadyReported: false })
  await openSettings({ hiddenPeople: { muted: [], blocked: [bo] } })
  await section(TITLE)
  await clickButton('Report Bo Berg…')
  const dialog = within(await screen.findByRole('dialog', { name: 'Report Bo Berg' }))
  await userEvent.click(await dialog.findByRole('radio', { name: /^It’s spam/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'Send report' }))
  expect(await dialog.findByText('Thank you for telling us')).toBeInTheDocument()
  expect(dialog.queryByRole('button', { name: 'Block Bo Berg' })).toBeNull()
  expect(sent).toMatchObject([{ subjectId: bo.id, reason: 'SPAM' }])
})

test('lists that fail to load again say so', async () => {
  mockAccountApi()
  await openSettings({ hiddenPeople: { muted: [bo], blocked: [] } })
  const people = await section(TITLE)
  await people.findByRole('button', { name: 'Unmute Bo Berg' })
  network.use(api.query('HiddenPeople', () => HttpResponse.error()))
  await clickButton('Unmute Bo Berg')
  expect(
    await people.findByText('We couldn’t load this list. Please try again.'),
  ).toBeInTheDocument()
  mockHiddenPeople()
  await clickButton('Try again')
  expect(await people.findByText('You don’t mute anyone.')).toBeInTheDocument()
})

test('a person whose block has ended has a profile again', async () => {
  const people = { muted: [], blocked: [bo] }
  const profile = { ...bo, bio: '', createdAt: '2026-03-04T05:06:07.000Z' }
  const counts = { followingCount: 0, followersCount: 0, isFollowed: false, followsViewer: false }
  const may = { viewerCanFollow: true, viewerCanEdit: false }
  const user = { ...profile, ...counts, ...may, posts: postPage([]) }
  mockAccountApi()
  network.use(
    api.query('SuggestedPeople', () =>
      HttpResponse.json({ data: { suggestedUsers: [personData(bo)] } }),
    ),
    api.query('Profile', () =>
      HttpResponse.json({ data: { user: people.blocked.length > 0 ? null : user } }),
    ),
  )
  await openSettings({ hiddenPeople: people })
  const follow = (name: string) =>
    screen.findAllByRole('link', { name }).then(([link]) => userEvent.click(link as HTMLElement))
  await follow('Explore')
  await follow('Bo Berg')
  expect(await screen.findByRole('heading', { name: 'User not found' })).toBeInTheDocument()
  await follow('Settings')
  await clickButton('Unblock Bo Berg')
  expect(await screen.findByText('You don’t block anyone.')).toBeInTheDocument()
  await follow('Explore')
  await follow('Bo Berg')
  expect(await screen.findByRole('heading', { name: 'Bo Berg' })).toBeInTheDocument()
})

test('more people of one list leave the other as it is', async () => {
  mockAccountApi()
  const peopleOf = (kind: string) =>
    Array.from({ length: 30 }, (_, index) => ({ ...bo, id: `user_${kind}_${index}` }))
  await openSettings({ hiddenPeople: { muted: peopleOf('muted'), blocked: peopleOf('blocked') } })
  const people = await section(TITLE)
  const lists = () =>
    ['Muted people', 'Blocked people'].map(
      (name) => within(people.getByRole('list', { name })).getAllByRole('listitem').length,
    )
  const [, blocked] = await people.findAllByRole('button', { name: 'Load more people' })
  await userEvent.click(blocked as HTMLElement)
  await waitFor(() => expect(lists()).toEqual([20, 30]))
  await userEvent.click(people.getByRole('button', { name: 'Load more people' }))
  await waitFor(() => expect(lists()).toEqual([30, 30]))
})
