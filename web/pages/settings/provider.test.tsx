import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { accountMessages } from '#rules/account-messages.ts'
import {
  account,
  assign,
  openSettings,
  PASSWORD_WRONG,
  press,
  section,
  serve,
  toasts,
} from '../../test/settings.ts'

const TITLE = 'Sign in with Sunny ID'
const provided = (isConnected: boolean, hasPassword = true) => {
  account.own = { hasPassword, needsUsername: false, provider: { name: 'Sunny ID', isConnected } }
}
/** Comes back from the provider. */
const comeBack = (outcome: string) =>
  vi.stubGlobal('location', { ...location, assign, search: `?provider=${outcome}` })

test('without a provider there is nothing to connect', async () => {
  serve()
  await openSettings()
  await section('Your data')
  expect(screen.queryByRole('region', { name: /^Sign in with/ })).toBeNull()
})

test('an account is connected with the password, at the provider', async () => {
  provided(false)
  serve()
  await openSettings()
  await press('Connect Sunny ID')
  const own = await section(TITLE)
  await press('Continue')
  expect(own.getByLabelText('Password')).toHaveAccessibleDescription(accountMessages.passwordEmpty)
  await userEvent.type(own.getByLabelText('Password'), 'sunny day 1')
  await press('Continue')
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://sunny.example/authorize'))
  expect(account.sent).toEqual([['POST /oidc/connect', { password: 'sunny day 1' }]])
})

test('a wrong password is told at its field, and one can think better of it', async () => {
  provided(false)
  serve({
    'POST /oidc/connect': [
      403,
      { detail: PASSWORD_WRONG, errors: [{ field: 'password', message: PASSWORD_WRONG }] },
    ],
  })
  await openSettings()
  await press('Connect Sunny ID')
  const own = await section(TITLE)
  await userEvent.type(own.getByLabelText('Password'), 'a guess')
  await press('Continue')
  await waitFor(() =>
    expect(own.getByLabelText('Password')).toHaveAccessibleDescription(PASSWORD_WRONG),
  )
  await press('Cancel')
  expect(own.getByRole('heading', { name: TITLE })).toHaveFocus()
  expect(own.getByRole('button', { name: 'Connect Sunny ID' })).toBeInTheDocument()
})

test('who has no password goes straight on', async () => {
  provided(false, false)
  serve()
  await openSettings()
  await press('Connect Sunny ID')
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
])('who comes back is told how it ended: %s', async (outcome, role, sentence) => {
  provided(outcome === 'connected')
  serve()
  comeBack(outcome)
  await openSettings()
  expect((await section(TITLE)).getByRole(role)).toHaveTextContent(sentence)
})

test.each(['constructor', 'connected', '<b>'])(
  'what the address makes up is not said: %s',
  async (outcome) => {
    provided(false)
    serve()
    comeBack(outcome)
    await openSettings()
    const own = await section(TITLE)
    expect([own.queryByRole('alert'), own.queryByRole('status')]).toEqual([null, null])
  },
)

test('it is disconnected, and what keeps it from that is said', async () => {
  provided(true)
  serve({
    'POST /oidc/disconnect': [
      409,
      { detail: 'That is the only way to sign in to your account. Add another one first.' },
    ],
  })
  await openSettings()
  const own = await section(TITLE)
  expect(own.getByText('Connected')).toBeInTheDocument()
  await press('Disconnect Sunny ID')
  expect(
    await within(await toasts()).findByText(/^That is the only way to sign in/),
  ).toBeInTheDocument()
  expect(own.getByText('Connected')).toBeInTheDocument()
  serve()
  await press('Disconnect Sunny ID')
  expect(await own.findByRole('button', { name: 'Connect Sunny ID' })).toBeInTheDocument()
  expect(await within(await toasts()).findByText('Sunny ID is disconnected')).toBeInTheDocument()
  expect(own.queryByText('Connected')).toBeNull()
})
