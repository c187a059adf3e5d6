import { waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { accountMessages } from '#rules/account-messages.ts'
import { account, openSettings, PASSWORD_WRONG, section, serve } from '../../test/settings.ts'

test('two-step sign-in is turned on with the password and a code, and its recovery codes are shown once', async () => {
  serve({
    'POST /two-factor/confirm': [
      400,
      { errors: [{ field: 'code', message: 'That code is not right.' }] },
    ],
  })
  await openSettings()
  const steps = await section('Two-step sign-in')
  await userEvent.click(await steps.findByRole('button', { name: 'Turn on' }))
  await waitFor(() => expect(steps.getByRole('heading', { name: 'Is it you?' })).toHaveFocus())
  await userEvent.click(steps.getByRole('button', { name: 'Continue' }))
  expect(steps.getByLabelText('Password')).toHaveAccessibleDescription(
    accountMessages.passwordEmpty,
  )
  await userEvent.type(steps.getByLabelText('Password'), 'a warm cup of tea')
  await userEvent.click(steps.getByRole('button', { name: 'Continue' }))
  await waitFor(() =>
    expect(steps.getByRole('heading', { name: 'Add Good Vibes to your app' })).toHaveFocus(),
  )
  expect(steps.getByRole('img', { name: 'The key as a square to scan' })).toBeInTheDocument()
  expect(steps.getByText('ABCD EFGH')).toBeInTheDocument()

  await userEvent.click(steps.getByRole('button', { name: 'Turn on' }))
  expect(steps.getByLabelText('Code')).toHaveAccessibleDescription(accountMessages.codeEmpty)
  await userEvent.type(steps.getByLabelText('Code'), '123456')
  await userEvent.click(steps.getByRole('button', { name: 'Turn on' }))
  await waitFor(() =>
    expect(steps.getByLabelText('Code')).toHaveAccessibleDescription('That code is not right.'),
  )
  serve()
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
  await userEvent.click(steps.getByRole('button', { name: 'I have kept them' }))
  expect(steps.queryByText('abcd-efgh')).not.toBeInTheDocument()
  expect(steps.getByText('On since 4 March 2026. 2 recovery codes are left.')).toBeInTheDocument()
  expect(steps.getByRole('heading', { name: 'Two-step sign-in' })).toHaveFocus()
})

test('two-step sign-in gives new recovery codes, and is turned off, with the password alone', async () => {
  account.twoFactor = { isOn: true, since: '2026-03-04T05:06:07.000Z', recoveryCodesLeft: 1 }
  serve({
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
  await userEvent.click(await steps.findByRole('button', { name: 'I have kept them' }))

  await userEvent.click(await steps.findByRole('button', { name: 'Turn off' }))
  await userEvent.click(steps.getByRole('button', { name: 'Cancel' }))
  await userEvent.click(steps.getByRole('button', { name: 'Turn off' }))
  await userEvent.type(steps.getByLabelText('Password'), 'wrong')
  await userEvent.click(steps.getByRole('button', { name: 'Turn off' }))
  await waitFor(() =>
    expect(steps.getByLabelText('Password')).toHaveAccessibleDescription(PASSWORD_WRONG),
  )
  serve()
  await userEvent.click(steps.getByRole('button', { name: 'Turn off' }))
  expect(await steps.findByRole('button', { name: 'Turn on' })).toBeInTheDocument()
})
