import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { api } from '../../test/api.ts'
import { ada, bo, personState } from '../../test/data.ts'
import { mockViewer } from '../../test/feed.ts'
import { type HiddenPeople, mockHiddenPeople } from '../../test/hidden-people.ts'
import { chooseMenuItem } from '../../test/menu.ts'
import { mockMutation, network } from '../../test/network.ts'
import { profileData } from '../../test/profile.ts'
import { renderApp } from '../../test/render.tsx'

/** Opens the menu on Bo's profile. @returns whom the viewer mutes and blocks */
async function openMenu(): Promise<HiddenPeople> {
  const people: HiddenPeople = { muted: [], blocked: [] }
  mockViewer(ada)
  mockHiddenPeople(people)
  const visible = <User extends object>(user: User) => (people.blocked.length > 0 ? null : user)
  network.use(
    api.query('Profile', () => HttpResponse.json({ data: { user: visible(profileData(bo)) } })),
    api.query('PersonEntries', () =>
      HttpResponse.json({ data: { user: visible({ ...bo, ...personState }) } }),
    ),
  )
  await renderApp('/profile/bo')
  await userEvent.click(await screen.findByRole('button', { name: 'More options' }))
  return people
}

test('the menu of a profile mutes its owner, whose profile stays', async () => {
  const people = await openMenu()
  await chooseMenuItem('Mute')
  expect(await screen.findByText('You won’t see posts by Bo Berg anymore.')).toBeInTheDocument()
  expect(people).toEqual({ muted: [bo], blocked: [] })
  expect(screen.getByRole('heading', { name: 'Bo Berg' })).toBeInTheDocument()
})

test('the menu of a profile reports its owner', async () => {
  const report = { __typename: 'Report', id: 'report_1' }
  const sent = mockMutation('ReportContent', { report, alreadyReported: false })
  await openMenu()
  await chooseMenuItem('Report…')
  const dialog = within(await screen.findByRole('dialog', { name: /^Report .*Bo Berg/ }))
  await userEvent.click(dialog.getByRole('radio', { name: /^It’s spam/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'Send report' }))
  await dialog.findByRole('heading', { name: 'Thank you for telling us' })
  expect(sent).toEqual([{ subjectId: bo.id, reason: 'SPAM', details: '' }])
})

test('the menu of a profile blocks its owner, who is not found then', async () => {
  const people = await openMenu()
  await chooseMenuItem('Block')
  const confirm = within(await screen.findByRole('alertdialog', { name: 'Block Bo Berg?' }))
  await userEvent.click(confirm.getByRole('button', { name: 'Block' }))
  expect(await screen.findByRole('heading', { name: 'User not found' })).toBeInTheDocument()
  expect(people.blocked).toEqual([bo])
})
