import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { reasons } from '#rules/reasons.ts'
import { api, rateLimited } from '../../test/api.ts'
import { ada, bo, connection } from '../../test/data.ts'
import { mockMutation, network } from '../../test/network.ts'
import {
  clickButton,
  mockAccountApi,
  mockInvitations,
  openSettings,
  section,
} from '../../test/settings.ts'
import { toasts } from '../../test/toasts.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()

const usable = {
  __typename: 'Invitation' as const,
  id: 'invitation_1',
  url: 'https://vibes.example/join/Zm9yIGEgd2FybSBjdXAgb2Yg',
  uses: 1,
  maxUses: 3,
  expiresAt: inDays(3),
  revokedAt: null,
}
const list = () => section('Invitations')
/** Answers of other sections can make a failed one load again. */
async function otherSections() {
  await screen.findByText('You don’t mute anyone.')
  await screen.findByText('You haven’t reported anything.')
  await screen.findByText('You have no tokens.')
  await screen.findByText('You don’t have a webhook yet.')
  await screen.findByRole('radio', { name: /Three times a day/ })
}

test('members who cannot invite have no such section', async () => {
  mockAccountApi()
  await openSettings()
  expect(await screen.findByText('Safari on iPhone')).toBeInTheDocument()
  expect(screen.queryByRole('region', { name: 'Invitations' })).toBeNull()
})

test('those who could invite once still see their links, and can revoke them', async () => {
  mockAccountApi()
  await openSettings({ invitations: [usable] })
  const invitations = await list()
  expect(invitations.getByText('You can’t create new invitations right now.')).toBeInTheDocument()
  expect(invitations.queryByRole('button', { name: 'Invite people' })).toBeNull()
  expect(invitations.getByRole('button', { name: /^Revoke/ })).toBeInTheDocument()
})

test.each([
  ['MEMBER', 0],
  ['MODERATOR', 1],
  ['ADMIN', 1],
] as const)('a %s finds %i link to those who wait for approval', async (role, count) => {
  mockAccountApi()
  await openSettings({ role, canInvite: true })
  const invitations = await list()
  const links = () => invitations.queryAllByRole('link', { name: 'See who’s waiting for approval' })
  await waitFor(() =>
    expect(links().map((link) => link.getAttribute('href'))).toEqual(
      Array(count).fill('/moderation/applications'),
    ),
  )
})

test('each invitation shows its link, its uses and its end', async () => {
  mockAccountApi()
  const states = [
    usable,
    { ...usable, id: 'i2', uses: 3 },
    { ...usable, id: 'i3', uses: 0, maxUses: 1, expiresAt: '2026-03-04T05:06:07.000Z' },
    { ...usable, id: 'i4', revokedAt: '2026-03-05T05:06:07.000Z' },
  ]
  await openSettings({ canInvite: true, invitations: states })
  const rows = await (await list()).findAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/Yg1 of 3 people joinedWorks until .*Copy linkRevoke$/),
    expect.stringMatching(/3 of 3 people joinedUsed upRevoke$/),
    expect.stringMatching(/0 of 1 person joinedExpired on 4 March 2026Revoke$/),
    expect.stringMatching(/1 of 3 people joinedRevoked on 5 March 2026$/),
  ])
})

test('a link is copied; a browser without a clipboard says so', async () => {
  const user = userEvent.setup()
  mockAccountApi()
  await openSettings({ canInvite: true, invitations: [usable] })
  const copy = await screen.findByRole('button', { name: 'Copy link ending in b2Yg' })
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await user.click(copy)
  expect(write).toHaveBeenCalledWith(usable.url)
  expect(await within(await toasts()).findByText('Link copied')).toBeInTheDocument()
  write.mockRejectedValue(new Error('No permission'))
  await user.click(copy)
  expect(await within(await toasts()).findByText(/couldn’t copy/)).toBeInTheDocument()
})

test('an invitation is created for some people and days, with people to follow', async () => {
  mockAccountApi()
  await openSettings({ canInvite: true })
  expect(await (await list()).findByText('You haven’t invited anyone yet.')).toBeInTheDocument()
  await clickButton('Invite people')
  const invitations = await list()
  await waitFor(() =>
    expect(invitations.getByRole('heading', { name: 'A new invitation' })).toHaveFocus(),
  )
  const people = within(invitations.getByRole('group', { name: 'People to follow' }))
  expect(people.getByText('Ada Sunrise')).toBeInTheDocument()

  network.use(
    api.query('FollowChoices', ({ variables }) => {
      expect(variables.query).toBe('b')
      return HttpResponse.json({ data: { searchUsers: connection('User', [ada, bo]) } })
    }),
  )
  await userEvent.type(people.getByLabelText('Find people'), 'b')
  // Those who are chosen already are left out.
  await userEvent.click(await people.findByRole('button', { name: 'Add Bo Berg' }))
  expect(people.queryByRole('button', { name: 'Add Ada Sunrise' })).toBeNull()
  await waitFor(() => expect(people.getByLabelText('Find people')).toHaveFocus())
  await userEvent.click(people.getByRole('button', { name: 'Remove Ada Sunrise' }))

  await userEvent.clear(invitations.getByLabelText('How many people'))
  await userEvent.type(invitations.getByLabelText('How many people'), '3')
  const payload = { invitation: usable, __typename: 'CreateInvitationPayload' }
  const inputs = mockMutation('CreateInvitation', payload)
  mockInvitations({ canInvite: true, invitations: [usable] })
  await clickButton('Create invitation')
  expect(await within(await toasts()).findByText('Invitation created')).toBeInTheDocument()
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Copy link ending in b2Yg' })).toHaveFocus(),
  )
  expect(inputs).toEqual([{ maxUses: 3, expiresAt: expect.any(String), followIds: [bo.id] }])
  const { expiresAt } = inputs[0] as { expiresAt: string }
  expect(Math.abs(Date.parse(expiresAt) - Date.now() - 7 * DAY_MS)).toBeLessThan(60_000)
})

test('impossible numbers show at their field, also when only the server knows', async () => {
  mockAccountApi()
  await openSettings({ canInvite: true })
  await clickButton('Invite people')
  const [uses, days] = ['How many people', 'How many days it works'].map((label) =>
    screen.getByLabelText(label),
  )
  if (!uses || !days) throw new Error('No field')
  for (const number of ['0', '1001', '-1', '1.5', 'many']) {
    await userEvent.clear(uses)
    await userEvent.type(uses, number)
    await clickButton('Create invitation')
    expect(uses).toHaveAccessibleDescription(reasons.INVITATION_USES_INVALID)
  }
  await userEvent.clear(uses)
  await userEvent.type(uses, '2')
  mockMutation('CreateInvitation', {
    __typename: 'CreateInvitationPayload',
    invitation: null,
    userErrors: [
      {
        __typename: 'UserError',
        reason: 'INVITATION_EXPIRY_INVALID',
        field: 'expiresAt',
        message: '…',
      },
    ],
  })
  await clickButton('Create invitation')
  await waitFor(() => expect(days).toHaveAccessibleDescription(reasons.INVITATION_EXPIRY_INVALID))
  await clickButton('Cancel')
  const heading = await (await list()).findByRole('heading', { level: 2 })
  await waitFor(() => expect(heading).toHaveFocus())
})

test('Enter in the field to find people does not create the invitation', async () => {
  mockAccountApi()
  await openSettings({ canInvite: true })
  await clickButton('Invite people')
  const inputs = mockMutation('CreateInvitation', {})
  network.use(
    api.query('FollowChoices', () =>
      HttpResponse.json({ data: { searchUsers: connection('User', []) } }),
    ),
  )
  const field = screen.getByLabelText('Find people')
  // Android keyboards compose every word.
  fireEvent.compositionStart(field)
  await userEvent.type(field, 'zzz{Enter}')
  expect(fireEvent.keyDown(field, { key: 'Enter', isComposing: true })).toBe(false)
  expect(await screen.findByText('We found no one with that name.')).toBeInTheDocument()
  expect(inputs).toEqual([])
})

test.each([
  ['MEMBER', 'Revoke', {}, 'Invitation revoked'],
  ['MODERATOR', 'Revoke', {}, 'Invitation revoked'],
  [
    'ADMIN',
    'Revoke and suspend members',
    { suspendInvitees: true },
    'Invitation revoked, members suspended',
  ],
] as const)('a %s revokes an invitation: %s', async (role, button, extra, toast) => {
  mockAccountApi()
  await openSettings({ role, canInvite: true, invitations: [usable] })
  await clickButton('Revoke link ending in b2Yg')
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Revoke this invitation?' }))
  expect(dialog.queryByRole('button', { name: /suspend/ }) === null).toBe(role === 'MEMBER')
  const revoked = { ...usable, revokedAt: '2026-03-05T05:06:07.000Z' }
  const payload = { __typename: 'RevokeInvitationPayload', invitation: revoked }
  const inputs = mockMutation('RevokeInvitation', payload)
  await userEvent.click(dialog.getByRole('button', { name: button }))
  expect(await within(await toasts()).findByText(toast)).toBeInTheDocument()
  expect(inputs).toEqual([{ invitationId: usable.id, ...extra }])
  const invitations = await list()
  expect(invitations.getByText(/Revoked on 5 March 2026/)).toBeInTheDocument()
  expect(invitations.queryByRole('button', { name: /^Copy/ })).toBeNull()
  await waitFor(() => expect(invitations.getByRole('heading', { level: 2 })).toHaveFocus())
})

test('a search for people that fails says so, and works at the next try', async () => {
  mockAccountApi()
  await openSettings({ canInvite: true })
  await otherSections()
  await clickButton('Invite people')
  network.use(api.query('FollowChoices', () => HttpResponse.error()))
  await userEvent.type(screen.getByLabelText('Find people'), 'bo')
  const alert = await screen.findByText('We couldn’t search for people.')
  expect(alert.closest('[aria-live]')).toBeNull()
  network.use(
    api.query('FollowChoices', () =>
      HttpResponse.json({ data: { searchUsers: connection('User', [bo]) } }),
    ),
  )
  await clickButton('Try again')
  expect(await screen.findByRole('button', { name: 'Add Bo Berg' })).toBeInTheDocument()
  expect(screen.queryByText('We couldn’t search for people.')).toBeNull()
})

test('a search for people that is refused says why', async () => {
  mockAccountApi()
  await openSettings({ canInvite: true })
  await otherSections()
  await clickButton('Invite people')
  const reason = 'That was a lot at once. Please try again in 20 seconds.'
  network.use(api.query('FollowChoices', () => rateLimited(reason)))
  // Each letter that is typed could start a search of its own.
  await userEvent.click(screen.getByLabelText('Find people'))
  await userEvent.paste('bo')
  expect(await screen.findByText(reason)).toBeInTheDocument()
  expect(screen.queryByText('We couldn’t search for people.')).toBeNull()
})

test('a new invitation whose list fails to load again says so', async () => {
  mockAccountApi()
  await openSettings({ canInvite: true })
  await otherSections()
  await clickButton('Invite people')
  const payload = { invitation: usable, __typename: 'CreateInvitationPayload' }
  mockMutation('CreateInvitation', payload)
  network.use(api.query('Settings', () => HttpResponse.error()))
  await clickButton('Create invitation')
  await screen.findByText('We couldn’t load your invitations.')
  mockInvitations({ canInvite: true, invitations: [usable] })
  await clickButton('Try again')
  expect(await screen.findByRole('button', { name: 'Copy link ending in b2Yg' })).toBeVisible()
  expect(screen.queryByText('We couldn’t load your invitations.')).toBeNull()
})

test('a section that fails to load says so', async () => {
  mockAccountApi()
  await openSettings({ invitations: null })
  await otherSections()
  await screen.findByText('We couldn’t load your invitations.')
  mockInvitations({ canInvite: true })
  await clickButton('Try again')
  expect(await screen.findByRole('button', { name: 'Invite people' })).toBeVisible()
})
