import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { accountMessages } from '#rules/account-messages.ts'
import {
  account,
  openSettings,
  PASSWORD_WRONG,
  press,
  section,
  serve,
  toasts,
} from '../../test/settings.ts'

const TOO_OLD = 'To show that it is you, sign out and in again. Then you have ten minutes.'
const create = vi.fn()

/** A browser with passkeys, whose device answers what `create` does. */
beforeEach(() => {
  const parse = (options: unknown) => options
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => {}, {
      parseRequestOptionsFromJSON: parse,
      parseCreationOptionsFromJSON: parse,
    }),
  )
  Object.defineProperty(navigator, 'credentials', { value: { create }, configurable: true })
  create.mockReset().mockResolvedValue({ toJSON: () => ({ id: 'new' }) })
})

async function open(refusals?: Parameters<typeof serve>[0]) {
  serve(refusals)
  await openSettings()
  const passkeys = await section('Passkeys')
  await userEvent.clear(await passkeys.findByLabelText('Name of the new passkey'))
  await userEvent.type(passkeys.getByLabelText('Name of the new passkey'), 'Desk')
  await press('Add a passkey')
  return passkeys
}

test('a passkey is added with the password, and the others are seen to be signed out', async () => {
  const passkeys = await open()
  expect(
    await passkeys.findByText('When the passkey is added, every other device is signed out.'),
  ).toBeInTheDocument()
  await press('Continue')
  expect(passkeys.getByLabelText('Password')).toHaveAccessibleDescription(
    accountMessages.passwordEmpty,
  )
  expect(create).not.toHaveBeenCalled()
  await userEvent.type(passkeys.getByLabelText('Password'), 'sunny day 1')
  await press('Continue')
  expect(await within(await toasts()).findByText('Passkey added')).toBeInTheDocument()
  expect(account.sent).toEqual([
    ['POST /passkey/generate-register-options', { password: 'sunny day 1' }],
    ['POST /passkey/verify-registration', { response: { id: 'new' }, name: 'Desk' }],
  ])
  expect(await passkeys.findByText('Desk')).toBeInTheDocument()
  expect(passkeys.getByRole('heading', { name: 'Passkeys' })).toHaveFocus()
  await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull())
})

test('a wrong password is told at its field before the device is asked, and one can think better of it', async () => {
  const problem = {
    detail: PASSWORD_WRONG,
    errors: [{ field: 'password', message: PASSWORD_WRONG }],
  }
  const passkeys = await open({ 'POST /passkey/generate-register-options': [403, problem] })
  await userEvent.type(await passkeys.findByLabelText('Password'), 'a guess')
  await press('Continue')
  await waitFor(() =>
    expect(passkeys.getByLabelText('Password')).toHaveAccessibleDescription(PASSWORD_WRONG),
  )
  expect(create).not.toHaveBeenCalled()
  await press('Cancel')
  expect(passkeys.getByLabelText('Name of the new passkey')).toHaveValue('Desk')
})

test('who closes the window of the device has added nothing', async () => {
  create.mockRejectedValue(new DOMException('Closed', 'NotAllowedError'))
  const passkeys = await open()
  await userEvent.type(await passkeys.findByLabelText('Password'), 'sunny day 1')
  await press('Continue')
  expect(await passkeys.findByRole('button', { name: 'Add a passkey' })).toBeInTheDocument()
  expect(account.sent).toHaveLength(1)
})

test('who has no password goes straight on, and is told when the sign-in is too old for that', async () => {
  account.own = { ...account.own, hasPassword: false }
  await open({ 'POST /passkey/generate-register-options': [403, { detail: TOO_OLD }] })
  expect(await within(await toasts()).findByText(TOO_OLD)).toBeInTheDocument()
  serve()
  await press('Add a passkey')
  expect(await within(await toasts()).findByText('Passkey added')).toBeInTheDocument()
})
