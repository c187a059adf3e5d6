import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { reasons } from '#rules/reasons.ts'
import {
  account,
  assign,
  clickButton,
  mockAccountApi,
  openSettings,
  PASSWORD_WRONG,
  section,
} from '../../test/settings.ts'
import { toasts } from '../../test/toasts.ts'

const TITLE = 'Sign in with Sunny ID'
const setProvider = (isConnected: boolean, hasPassword = true) => {
  account.details = {
    hasPassword,
    needsUsername: false,
    provider: { name: 'Sunny ID', isConnected },
  }
}
/** The URL after the provider's redirect. */
const returnFromProvider = (outcome: string) =>
  vi.stubGlobal('location', { ...location, assign, search: `?provider=${outcome}` })

test('without a provider there is no section', async () => {
  mockAccountApi()
  await openSettings()
  await section('Your data')
  expect(screen.queryByRole('region', { name: /^Sign in with/ })).toBeNull()
})

test('an account is connected with the password, through a redirect', async () => {
  setProvider(false)
  mockAccountApi()
  await openSettings()
  await clickButton('Connect Sunny ID')
  const provider = await section(TITLE)
  await clickButton('Continue')
  expect(provider.getByLabelText('Password')).toHaveAccessibleDescription(reasons.PASSWORD_EMPTY)
  await userEvent.type(provider.getByLabelText('Password'), 'sunny day 1')
  await clickButton('Continue')
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://sunny.example/authorize'))
  expect(account.sent).toEqual([['POST /oidc/connect', { password: 'sunny day 1' }]])
})

test('a wrong password shows at its field, and the user can cancel', async () => {
  setProvider(false)
  mockAccountApi({
    'POST /oidc/connect': [
      403,
      { detail: PASSWORD_WRONG, errors: [{ field: 'password', message: PASSWORD_WRONG }] },
    ],
  })
  await openSettings()
  await clickButton('Connect Sunny ID')
  const provider = await section(TITLE)
  await userEvent.type(provider.getByLabelText('Password'), 'a guess')
  await clickButton('Continue')
  await waitFor(() =>
    expect(provider.getByLabelText('Password')).toHaveAccessibleDescription(PASSWORD_WRONG),
  )
  await clickButton('Cancel')
  await waitFor(() => expect(provider.getByRole('heading', { name: TITLE })).toHaveFocus())
  expect(provider.getByRole('button', { name: 'Connect Sunny ID' })).toBeInTheDocument()
})

test('an account without a password skips that step', async () => {
  setProvider(false, false)
  mockAccountApi()
  await openSettings()
  await clickButton('Connect Sunny ID')
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://sunny.example/authorize'))
  expect(account.sent).toEqual([['POST /oidc/connect', {}]])
})

test.each([
  ['connected', 'status', 'You can now sign in with Sunny ID.'],
  ['others', 'alert', 'That Sunny ID account is already linked to someone else.'],
  [
    'another',
    'alert',
    'Your account is already connected to another Sunny ID account. Disconnect that one first.',
  ],
  ['stale', 'alert', 'That took too long or started in another window. Please try again.'],
  ['declined', 'alert', 'You cancelled signing in with Sunny ID.'],
  ['failed', 'alert', 'Sunny ID couldn’t confirm who you are. Please try again.'],
  ['unreachable', 'alert', 'We can’t reach Sunny ID right now. Try again in a moment.'],
])('the outcome of the redirect is shown: %s', async (outcome, role, sentence) => {
  setProvider(outcome === 'connected')
  mockAccountApi()
  returnFromProvider(outcome)
  await openSettings()
  expect(await (await section(TITLE)).findByRole(role)).toHaveTextContent(sentence)
})

test.each(['constructor', 'connected', '<b>'])(
  'a forged outcome in the URL is not shown: %s',
  async (outcome) => {
    setProvider(false)
    mockAccountApi()
    returnFromProvider(outcome)
    await openSettings()
    const provider = await section(TITLE)
    expect([provider.queryByRole('alert'), provider.queryByRole('status')]).toEqual([null, null])
  },
)

test('a failed disconnect shows the reason, a successful one a toast', async () => {
  setProvider(true)
  mockAccountApi({
    'POST /oidc/disconnect': [
      409,
      { detail: 'That is the only way to sign in to your account. Add another one first.' },
    ],
  })
  await openSettings()
  const provider = await section(TITLE)
  expect(provider.getByText('Connected')).toBeInTheDocument()
  await clickButton('Disconnect Sunny ID')
  expect(
    await within(await toasts()).findByText(/^That is the only way to sign in/),
  ).toBeInTheDocument()
  expect(provider.getByText('Connected')).toBeInTheDocument()
  mockAccountApi()
  await clickButton('Disconnect Sunny ID')
  expect(await provider.findByRole('button', { name: 'Connect Sunny ID' })).toBeInTheDocument()
  expect(await within(await toasts()).findByText('Sunny ID is disconnected')).toBeInTheDocument()
  expect(provider.queryByText('Connected')).toBeNull()
})
