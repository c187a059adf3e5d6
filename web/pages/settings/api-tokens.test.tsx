import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { reasons } from '#rules/reasons.ts'
import { api } from '../../test/api.ts'
import { mockApiTokens, tokenData } from '../../test/api-tokens.ts'
import { network } from '../../test/network.ts'
import { clickButton, mockAccountApi, openSettings, section } from '../../test/settings.ts'
import { toasts } from '../../test/toasts.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const list = () => section('API tokens')

test('each token shows what it can do, its last use and its end', async () => {
  mockAccountApi()
  const states = [
    tokenData(),
    tokenData({ id: 't2', scopes: [], lastUsedAt: null, expiresAt: '2099-03-04T05:06:07.000Z' }),
    tokenData({ id: 't3', expiresAt: '2026-03-05T05:06:07.000Z' }),
  ]
  await openSettings({ tokens: states })
  const rows = await (await list()).findAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Weather botread, write:postsLast used on 4 March 2026Works until you revoke itRevoke',
    'Weather botReads what’s publicNever usedWorks until 4 March 2099Revoke',
    'Weather botread, write:postsLast used on 4 March 2026Expired on 5 March 2026Revoke',
  ])
})

test('a new token shows its secret once, to copy', async () => {
  const user = userEvent.setup()
  mockAccountApi()
  await openSettings()
  const inputs = mockApiTokens()
  await clickButton('Create a token')
  const tokens = await list()
  await waitFor(() => expect(tokens.getByRole('heading', { name: 'A new token' })).toHaveFocus())
  await clickButton('Create token')
  expect(tokens.getByLabelText('Name')).toHaveAccessibleDescription(
    expect.stringContaining(reasons.TOKEN_NAME_EMPTY),
  )
  await user.type(tokens.getByLabelText('Name'), 'Weather bot')
  const scopes = within(tokens.getByRole('group', { name: 'What it can do' }))
  expect(scopes.getAllByRole('checkbox', { checked: true })).toHaveLength(1)
  await user.click(scopes.getByRole('checkbox', { name: /^Post, reply/ }))
  await user.selectOptions(tokens.getByLabelText('Expires'), 'In 30 days')
  await clickButton('Create token')

  expect(await tokens.findByText('gv_secret')).toBeInTheDocument()
  await waitFor(() =>
    expect(tokens.getByRole('heading', { name: 'Copy your token now' })).toHaveFocus(),
  )
  expect(inputs).toEqual([
    { name: 'Weather bot', scopes: ['read', 'write:posts'], expiresAt: expect.any(String) },
  ])
  const { expiresAt } = inputs[0] as { expiresAt: string }
  expect(Math.abs(Date.parse(expiresAt) - Date.now() - 30 * DAY_MS)).toBeLessThan(60_000)

  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await user.click(tokens.getByRole('button', { name: 'Copy token' }))
  expect(write).toHaveBeenCalledWith('gv_secret')
  expect(await within(await toasts()).findByText('Token copied')).toBeInTheDocument()
  write.mockRejectedValue(new Error('No permission'))
  await user.click(tokens.getByRole('button', { name: 'Copy token' }))
  expect(await within(await toasts()).findByText(/couldn’t copy/)).toBeInTheDocument()

  await clickButton('I’ve saved it')
  expect(tokens.queryByText('gv_secret')).toBeNull()
  await waitFor(() => expect(tokens.getByRole('heading', { level: 2 })).toHaveFocus())
  expect(await tokens.findByRole('button', { name: 'Revoke Weather bot' })).toBeInTheDocument()
})

test('a token is revoked after a confirmation', async () => {
  mockAccountApi()
  await openSettings({ tokens: [tokenData()] })
  const inputs = mockApiTokens([tokenData()])
  await clickButton('Revoke Weather bot')
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Revoke Weather bot?' }))
  expect(inputs).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'Revoke' }))
  expect(await within(await toasts()).findByText('Token revoked')).toBeInTheDocument()
  expect(inputs).toEqual([{ apiTokenId: 'token_1' }])
  const tokens = await list()
  await waitFor(() => expect(tokens.queryByText('Weather bot')).toBeNull())
  await waitFor(() => expect(tokens.getByRole('heading', { level: 2 })).toHaveFocus())
})

test('a token that is not revoked stays in the list', async () => {
  mockAccountApi()
  await openSettings({ tokens: [tokenData()] })
  const userErrors = [{ __typename: 'UserError', message: 'Not now.', reason: null, field: null }]
  const payload = { __typename: 'RevokeApiTokenPayload', apiToken: null, userErrors }
  network.use(
    api.mutation('RevokeApiToken', () => HttpResponse.json({ data: { revokeApiToken: payload } })),
  )
  await clickButton('Revoke Weather bot')
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Revoke Weather bot?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Revoke' }))
  expect(await within(await toasts()).findByText('Not now.')).toBeInTheDocument()
  expect((await list()).getByText('Weather bot')).toBeInTheDocument()
})
