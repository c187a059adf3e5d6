import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { network } from '../../test/network.ts'
import {
  clickButton,
  mockAccountApi,
  mockInvitations,
  openSettings,
  section,
} from '../../test/settings.ts'

test('only sections that depend on the account wait for it', async () => {
  mockAccountApi({ 'GET /account': [500, { detail: 'Resting' }] })
  await openSettings()
  expect(await screen.findByText('We couldn’t load your account.')).toBeInTheDocument()
  expect(await screen.findByText('Safari on iPhone')).toBeInTheDocument()
  const dependent = ['Password', 'Two-step sign-in', 'Delete your account']
  for (const name of dependent) expect(screen.queryByRole('region', { name })).toBeNull()
  mockAccountApi()
  await clickButton('Try again')
  for (const name of dependent) await section(name)
  expect(screen.queryByText('We couldn’t load your account.')).toBeNull()
})

test('what the lost connection kept away loads when the server is reachable again', async () => {
  mockAccountApi()
  network.use(
    http.get('*/api/auth/sessions', () => HttpResponse.error(), { once: true }),
    http.get('*/readyz', () => HttpResponse.json({})),
  )
  await openSettings()
  const devices = await section('Where you’re signed in')
  expect(await devices.findByText('Safari on iPhone')).toBeInTheDocument()
  expect(devices.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('a list that fails to load again stays, and says so', async () => {
  mockAccountApi()
  await openSettings()
  const devices = await section('Where you’re signed in')
  await devices.findByText('Safari on iPhone')
  mockAccountApi({ 'GET /sessions': [500, { detail: 'Resting' }] })
  await clickButton('Sign out Safari on iPhone')
  expect(await devices.findByRole('button', { name: 'Try again' })).toBeInTheDocument()
  expect(devices.getByText('Safari on iPhone')).toBeInTheDocument()
})

const usable = {
  __typename: 'Invitation' as const,
  id: 'invitation_1',
  url: 'https://vibes.example/join/Zm9yIGEgd2FybSBjdXAgb2Yg',
  uses: 1,
  maxUses: 3,
  expiresAt: new Date(Date.now() + 3 * 24 * 60 * 60 * 1000).toISOString(),
  revokedAt: null,
}

test('a later visit shows who joined since', async () => {
  mockAccountApi()
  const { visit } = await openSettings({ canInvite: true, invitations: [usable] })
  expect(
    await (await section('Invitations')).findByText(/1 of 3 people joined/),
  ).toBeInTheDocument()
  mockInvitations({ canInvite: true, invitations: [{ ...usable, uses: 2 }] })
  await visit('/nowhere')
  await visit('/settings')
  expect(
    await (await section('Invitations')).findByText(/2 of 3 people joined/),
  ).toBeInTheDocument()
})
