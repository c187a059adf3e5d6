import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockAccountApi, openSettings, section } from '../../test/settings.ts'

test.each(['MODERATOR', 'ADMIN'] as const)('a %s finds the moderation page', async (role) => {
  mockAccountApi()
  await openSettings({ role })
  const link = await (await section('Moderation')).findByRole('link', { name: 'Open moderation' })
  expect(link).toHaveAttribute('href', '/moderation')
})

test('a member does not', async () => {
  mockAccountApi()
  await openSettings({ canInvite: true })
  await section('Invitations')
  expect(screen.queryByRole('link', { name: 'Open moderation' })).toBeNull()
})
