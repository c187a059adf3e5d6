import { waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { reasons } from '#rules/reasons.ts'
import {
  account,
  mockAccountApi,
  openSettings,
  PASSWORD_WRONG,
  section,
} from '../../test/settings.ts'

test('two-step sign-in is turned on with the password and a code, and shows the recovery codes once', async () => {
  mockAccountApi({
    'POST /two-factor/confirm': [
      400,
      { errors: [{ field: 'code', message: 'That code is not right.' }] },
    ],
  })
  await openSettings()
  const steps = await section('Two-step sign-in')
  await userEvent.click(await steps.findByRole('button', { name: 'Turn on' }))
  await waitFor(() =>
    expect(steps.getByRole('heading', { name: 'Confirm it’s you' })).toHaveFocus(),
  )
  await userEvent.click(steps.getByRole('button', { name: 'Continue' }))
  expect(steps.getByLabelText('Password')).toHaveAccessibleDescription(reasons.PASSWORD_EMPTY)
  await userEvent.type(steps.getByLabelText('Password'), 'a warm cup of tea')
  await userEvent.click(steps.getByRole('button', { name: 'Continue' }))
  await waitFor(() =>
    expect(steps.getByRole('heading', { name: 'Add Good Vibes to your app' })).toHaveFocus(),
  )
  expect(steps.getByRole('img', { name: 'QR code with your key' })).toBeInTheDocument()
  expect(steps.getByText('ABCD EFGH')).toBeInTheDocument()

  await userEvent.click(steps.getByRole('button', { name: 'Turn on' }))
  expect(steps.getByLabelText('Code')).toHaveAccessibleDescription(reasons.CODE_EMPTY)
  await userEvent.type(steps.getByLabelText('Code'), '123456')
  await userEvent.click(steps.getByRole('button', { name: 'Turn on' }))
  await waitFor(() =>
    expect(steps.getByLabelText('Code')).toHaveAccessibleDescription('That code is not right.'),
  )
  mockAccountApi()
  await userEvent.click(steps.getByRole('button', { name: 'Turn on' }))
  expect(await steps.findByText('abcd-efgh')).toBeInTheDocument()
  expect(
    decodeURIComponent(steps.getByRole('link', { name: 'Download' }).getAttribute('href') ?? ''),
  ).toContain('abcd-efgh\njkmn-pqrs\n')
  expect(account.sent).toEqual([
    ['POST /two-factor/start', { password: 'a warm cup of tea' }],
    ['POST /two-factor/confirm', { code: '123456' }],
    ['POST /two-factor/confirm', { code: '123456' }],
  ])
  await userEvent.click(steps.getByRole('button', { name: 'I’ve saved them' }))
  expect(steps.queryByText('abcd-efgh')).not.toBeInTheDocument()
  expect(
    await steps.findByText('On since 4 March 2026. 2 recovery codes are left.'),
  ).toBeInTheDocument()
  await waitFor(() =>
    expect(steps.getByRole('heading', { name: 'Two-step sign-in' })).toHaveFocus(),
  )
})

test('new recovery codes and turning off need only the password', async () => {
  account.twoFactor = { isOn: true, since: '2026-03-04T05:06:07.000Z', recoveryCodesLeft: 1 }
  mockAccountApi({
    'POST /two-factor/turn-off': [
      403,
      { errors: [{ field: 'password', message: PASSWORD_WRONG }] },
    ],
  })
  await openSettings()
  const steps = await section('Two-step sign-in')
  expect(
    await steps.findByText('On since 4 March 2026. One recovery code is left.'),
  ).toBeInTheDocument()
  await userEvent.click(steps.getByRole('button', { name: 'New recovery codes' }))
  await userEvent.type(steps.getByLabelText('Password'), 'a warm cup of tea')
  await userEvent.click(steps.getByRole('button', { name: 'Show new codes' }))
  await userEvent.click(await steps.findByRole('button', { name: 'I’ve saved them' }))

  await userEvent.click(await steps.findByRole('button', { name: 'Turn off' }))
  await userEvent.click(steps.getByRole('button', { name: 'Cancel' }))
  await userEvent.click(steps.getByRole('button', { name: 'Turn off' }))
  await userEvent.type(steps.getByLabelText('Password'), 'wrong')
  await userEvent.click(steps.getByRole('button', { name: 'Turn off' }))
  await waitFor(() =>
    expect(steps.getByLabelText('Password')).toHaveAccessibleDescription(PASSWORD_WRONG),
  )
  mockAccountApi()
  await userEvent.click(steps.getByRole('button', { name: 'Turn off' }))
  expect(await steps.findByRole('button', { name: 'Turn on' })).toBeInTheDocument()
})
