import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { reasons } from '#rules/reasons.ts'
import {
  account,
  clickButton,
  mockAccountApi,
  openSettings,
  PASSWORD_WRONG,
  section,
} from '../../test/settings.ts'
import { toasts } from '../../test/toasts.ts'

const TOO_OLD = 'To confirm it’s you, sign out and in again. You then have ten minutes.'
const create = vi.fn()

/** Stubs a browser with passkeys; `create` mocks the device. */
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

async function open(failures?: Parameters<typeof mockAccountApi>[0]) {
  mockAccountApi(failures)
  await openSettings()
  const passkeys = await section('Passkeys')
  // `hasPassword` loads separately.
  if (!account.details.hasPassword)
    await waitFor(() => expect(screen.queryByLabelText('Current password')).toBeNull())
  await userEvent.clear(await passkeys.findByLabelText('Name of the new passkey'))
  await userEvent.type(passkeys.getByLabelText('Name of the new passkey'), 'Desk')
  await clickButton('Add a passkey')
  return passkeys
}

test('a passkey is added with the password, and the other sessions end', async () => {
  const passkeys = await open()
  expect(await passkeys.findByText('Adding it signs every other device out.')).toBeInTheDocument()
  await clickButton('Continue')
  expect(passkeys.getByLabelText('Password')).toHaveAccessibleDescription(reasons.PASSWORD_EMPTY)
  expect(create).not.toHaveBeenCalled()
  await userEvent.type(passkeys.getByLabelText('Password'), 'sunny day 1')
  await clickButton('Continue')
  expect(await within(await toasts()).findByText('Passkey added')).toBeInTheDocument()
  expect(account.sent).toEqual([
    ['POST /passkey/generate-register-options', { password: 'sunny day 1' }],
    ['POST /passkey/verify-registration', { response: { id: 'new' }, name: 'Desk' }],
  ])
  expect(await passkeys.findByText('Desk')).toBeInTheDocument()
  await waitFor(() => expect(passkeys.getByRole('heading', { name: 'Passkeys' })).toHaveFocus())
  await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull())
})

test('a wrong password shows at its field before the device prompts, and the user can cancel', async () => {
  const problem = {
    detail: PASSWORD_WRONG,
    errors: [{ field: 'password', message: PASSWORD_WRONG }],
  }
  const passkeys = await open({ 'POST /passkey/generate-register-options': [403, problem] })
  await userEvent.type(await passkeys.findByLabelText('Password'), 'a guess')
  await clickButton('Continue')
  await waitFor(() =>
    expect(passkeys.getByLabelText('Password')).toHaveAccessibleDescription(PASSWORD_WRONG),
  )
  expect(create).not.toHaveBeenCalled()
  await clickButton('Cancel')
  expect(passkeys.getByLabelText('Name of the new passkey')).toHaveValue('Desk')
})

test("closing the device's prompt adds nothing", async () => {
  create.mockRejectedValue(new DOMException('Closed', 'NotAllowedError'))
  const passkeys = await open()
  await userEvent.type(await passkeys.findByLabelText('Password'), 'sunny day 1')
  await clickButton('Continue')
  expect(await passkeys.findByRole('button', { name: 'Add a passkey' })).toBeInTheDocument()
  expect(account.sent).toHaveLength(1)
})

test('an account without a password skips that step, and a sign-in that is too old shows a toast', async () => {
  account.details = { ...account.details, hasPassword: false }
  await open({ 'POST /passkey/generate-register-options': [403, { detail: TOO_OLD }] })
  expect(await within(await toasts()).findByText(TOO_OLD)).toBeInTheDocument()
  mockAccountApi()
  await clickButton('Add a passkey')
  expect(await within(await toasts()).findByText('Passkey added')).toBeInTheDocument()
})
