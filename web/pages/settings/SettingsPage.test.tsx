import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { reasons } from '#rules/reasons.ts'
import { ada } from '../../test/data.ts'
import { mockViewer } from '../../test/feed.ts'
import { network } from '../../test/network.ts'
import { renderApp } from '../../test/render.tsx'
import {
  account,
  clickButton,
  mockAccountApi,
  openSettings,
  PASSWORD_WRONG,
  phone,
  replace,
  section,
} from '../../test/settings.ts'
import { toasts } from '../../test/toasts.ts'

test('has a title and every section, and does not redirect a signed-in user', async () => {
  mockAccountApi()
  await openSettings()
  await expect.poll(() => document.title).toBe('Settings · Good Vibes')
  expect(
    (await screen.findAllByRole('heading', { level: 2 })).map(({ textContent }) => textContent),
  ).toEqual(
    expect.arrayContaining([
      'Email',
      'Password',
      'Where you’re signed in',
      'Passkeys',
      'Your data',
      'Delete your account',
    ]),
  )
  expect(screen.getByRole('link', { name: 'Download your data' })).toHaveAttribute(
    'href',
    '/api/auth/export',
  )
  expect(replace).not.toHaveBeenCalled()
})

test.each([
  ['a visitor', null],
  ['the demo user', { ...ada, id: 'demo-user', displayName: 'Demo User', username: 'demouser' }],
])('%s is redirected to the sign-in page, and nothing is loaded', async (_who, viewer) => {
  mockViewer(viewer)
  await renderApp('/settings')
  await waitFor(() => expect(replace).toHaveBeenCalledWith('/api/login?returnTo=%2Fsettings'))
  expect(screen.queryByRole('region', { name: 'Password' })).toBeNull()
})

test('a visitor who opens a link with a query returns to it', async () => {
  mockViewer(null)
  await renderApp('/notifications?from=mail')
  const address = `/api/login?returnTo=${encodeURIComponent('/notifications?from=mail')}`
  await waitFor(() => expect(replace).toHaveBeenCalledWith(address))
})

test('an ended session redirects to the sign-in page', async () => {
  mockAccountApi({ 'GET /sessions': [401, { detail: reasons.SIGN_IN_FIRST }] })
  await openSettings()
  await waitFor(() => expect(replace).toHaveBeenCalledWith('/api/login?returnTo=%2Fsettings'))
})

test('after the session ended, a form offers to sign in and keeps what was typed', async () => {
  mockAccountApi({ 'POST /change-password': [401, { detail: reasons.SIGN_IN_FIRST }] })
  await openSettings()
  await userEvent.type(await screen.findByLabelText('Current password'), 'sunny day 1')
  await userEvent.type(screen.getByLabelText('New password'), 'a rainy evening')
  await clickButton('Change password')
  const offer = await screen.findByRole('alertdialog')
  expect(within(offer).getByRole('link', { name: 'Sign in' })).toHaveAttribute('target', '_blank')
  await userEvent.click(within(offer).getByRole('button', { name: 'Not now' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(screen.getByLabelText('Current password')).toHaveValue('sunny day 1')
  expect(screen.getByLabelText('New password')).toHaveValue('a rainy evening')
})

test('changing the password signs out and removes the other sessions', async () => {
  mockAccountApi()
  await openSettings()
  await (await section('Where you’re signed in')).findByText('Safari on iPhone')
  await userEvent.type(screen.getByLabelText('Current password'), 'sunny day 1')
  await userEvent.type(screen.getByLabelText('New password'), 'a rainy evening')
  await clickButton('Change password')
  expect(await within(await toasts()).findByText('Password changed')).toBeInTheDocument()
  expect(account.sent).toEqual([
    ['POST /change-password', { currentPassword: 'sunny day 1', newPassword: 'a rainy evening' }],
  ])
  await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull())
  expect(screen.getByLabelText('Current password')).toHaveValue('')
})

test('password errors of client and server show at their field', async () => {
  mockAccountApi({
    'POST /change-password': [
      403,
      { detail: PASSWORD_WRONG, errors: [{ field: 'currentPassword', message: PASSWORD_WRONG }] },
    ],
  })
  await openSettings()
  await userEvent.type(await screen.findByLabelText('New password'), 'short')
  await clickButton('Change password')
  expect(screen.getByLabelText('Current password')).toHaveAccessibleDescription(
    reasons.PASSWORD_EMPTY,
  )
  expect(screen.getByLabelText('New password')).toHaveAccessibleDescription(
    new RegExp(reasons.PASSWORD_LENGTH),
  )
  await waitFor(() => expect(screen.getByLabelText('Current password')).toHaveFocus())
  expect(account.sent).toEqual([])

  await userEvent.type(screen.getByLabelText('Current password'), 'a guess')
  await userEvent.type(screen.getByLabelText('New password'), ' but longer')
  await clickButton('Change password')
  await waitFor(() =>
    expect(screen.getByLabelText('Current password')).toHaveAccessibleDescription(PASSWORD_WRONG),
  )
  expect(screen.getByLabelText('New password')).toHaveValue('short but longer')
})

test('a typed password can be shown', async () => {
  mockAccountApi()
  await openSettings()
  const field = await screen.findByLabelText('Current password')
  const [show] = screen.getAllByRole('button', { name: 'Show' })
  expect(field).toHaveAttribute('type', 'password')
  await userEvent.click(show as HTMLElement)
  expect(field).toHaveAttribute('type', 'text')
})

test('one session can be ended, or all others', async () => {
  account.sessions.push({ ...phone, id: 's3', device: 'Chrome on Windows' })
  mockAccountApi()
  await openSettings()
  const list = await section('Where you’re signed in')
  const [first, second] = await list.findAllByRole('listitem')
  expect(first).toHaveTextContent('Firefox on LinuxThis device')
  expect(second).toHaveTextContent('Safari on iPhoneLast used 7 hours ago')
  await userEvent.click(list.getByRole('button', { name: 'Sign out Safari on iPhone' }))
  await waitFor(() => expect(list.queryByText('Safari on iPhone')).toBeNull())
  await waitFor(() => expect(list.getByRole('heading')).toHaveFocus())
  await clickButton('Sign out everywhere else')
  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(1))
  expect(list.queryByRole('button', { name: 'Sign out everywhere else' })).toBeNull()
  expect(account.sent).toEqual([['DELETE /sessions/s2'], ['DELETE /sessions']])
})

test('a slow answer leaves the focus where it is by now', async () => {
  mockAccountApi()
  const { promise: isAllowed, resolve: allow } = Promise.withResolvers<void>()
  network.use(
    http.delete('*/api/auth/sessions/s2', async () => {
      await isAllowed
      account.sessions.pop()
      return new HttpResponse(null, { status: 204 })
    }),
  )
  await openSettings()
  const list = await section('Where you’re signed in')
  await clickButton('Sign out Safari on iPhone')
  const field = await screen.findByLabelText('Current password')
  await userEvent.click(field)
  allow()
  await waitFor(() => expect(list.queryByText('Safari on iPhone')).toBeNull())
  expect(await within(await toasts()).findByText(/Safari on iPhone/)).toBeInTheDocument()
  expect(document.activeElement).toBe(field)
})

test('a failed list can be retried', async () => {
  mockAccountApi({ 'GET /sessions': [500, { detail: 'Resting' }] })
  await openSettings()
  const list = await section('Where you’re signed in')
  expect(await list.findByText('We couldn’t load your devices.')).toBeInTheDocument()
  mockAccountApi()
  await userEvent.click(list.getByRole('button', { name: 'Try again' }))
  expect(await list.findByText('Safari on iPhone')).toBeInTheDocument()
})

test('a passkey is renamed', async () => {
  mockAccountApi()
  await openSettings()
  expect(await screen.findByText('4 March 2026')).toBeInTheDocument()
  await clickButton('Rename Kitchen tablet')
  const dialog = within(await screen.findByRole('dialog', { name: 'Rename this passkey' }))
  await userEvent.clear(dialog.getByLabelText('Name'))
  await userEvent.click(dialog.getByRole('button', { name: 'Save name' }))
  expect(dialog.getByLabelText('Name')).toHaveAccessibleDescription(reasons.PASSKEY_NAME_EMPTY)
  await waitFor(() => expect(dialog.getByLabelText('Name')).toHaveFocus())
  await userEvent.type(dialog.getByLabelText('Name'), 'Desk')
  expect(dialog.getByLabelText('Name')).not.toHaveAccessibleDescription()
  await userEvent.click(dialog.getByRole('button', { name: 'Save name' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByText('Desk')).toBeInTheDocument()
  expect(account.sent).toEqual([['PATCH /passkeys/p1', { name: 'Desk' }]])
})

test('an unsaved passkey name is discarded', async () => {
  mockAccountApi()
  await openSettings()
  for (const _times of [1, 2]) {
    await clickButton('Rename Kitchen tablet')
    const dialog = within(await screen.findByRole('dialog', { name: 'Rename this passkey' }))
    expect(dialog.getByLabelText('Name')).toHaveValue('Kitchen tablet')
    await userEvent.type(dialog.getByLabelText('Name'), ', or not')
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  expect(account.sent).toEqual([])
})

test('a passkey is removed after confirmation', async () => {
  mockAccountApi()
  await openSettings()
  await clickButton('Remove Kitchen tablet')
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Remove this passkey?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Remove' }))
  await waitFor(() =>
    expect(
      screen.queryByRole('button', { name: 'Rename Kitchen tablet', hidden: true }),
    ).toBeNull(),
  )
  expect(account.sent).toEqual([['DELETE /passkeys/p1']])
})

test('the verification email can be sent again', async () => {
  mockAccountApi()
  await openSettings()
  const email = await section('Email')
  expect(await email.findByText(/^Not verified yet/)).toBeInTheDocument()
  await clickButton('Send again')
  expect(await within(await toasts()).findByText('Email sent')).toBeInTheDocument()
  expect(account.sent).toEqual([['POST /send-verification']])
})

async function changeEmail(email: string) {
  await openSettings()
  const part = await section('Email')
  await clickButton('Change address')
  const title = () => part.getByRole('heading', { name: 'Change your email address' })
  await waitFor(() => expect(title()).toHaveFocus())
  await userEvent.type(part.getByLabelText('New address'), email)
  await userEvent.type(part.getByLabelText('Password'), 'sunny day 1')
  await userEvent.click(part.getByRole('button', { name: 'Change address' }))
  return part
}

test('a new email address gets a link, and until then the earlier one stays', async () => {
  mockAccountApi()
  const part = await changeEmail('ada@vibes.example')
  expect(await within(await toasts()).findByText('Check your email')).toBeInTheDocument()
  expect(account.sent).toEqual([
    ['POST /change-email', { email: 'ada@vibes.example', password: 'sunny day 1' }],
  ])
  expect(part.getByText('ada@example.org')).toBeInTheDocument()
  expect(part.queryByLabelText('New address')).toBeNull()
})

test('without a mail server, the email address changes at once', async () => {
  account.email = { email: 'ada@example.org', isVerified: false, canVerify: false }
  mockAccountApi()
  const part = await changeEmail('ada@vibes.example')
  expect(await part.findByText('ada@vibes.example')).toBeInTheDocument()
  const toast = within(await toasts())
  expect(toast.getByText('Every other device is signed out.')).toBeInTheDocument()
})

test('an email address in use is shown at its field', async () => {
  const message = 'Another account has that email address.'
  const problem = { detail: message, errors: [{ field: 'email', message }] }
  mockAccountApi({ 'POST /change-email': [409, problem] })
  const part = await changeEmail('bo@example.org')
  await waitFor(() =>
    expect(part.getByLabelText('New address')).toHaveAccessibleDescription(message),
  )
})

test.each([
  { isVerified: true, canVerify: true, text: 'ada@example.orgVerified' },
  { isVerified: false, canVerify: false, text: 'ada@example.org' },
])('an email address that is %o has no button', async ({ text, ...is }) => {
  account.email = { email: 'ada@example.org', ...is }
  mockAccountApi()
  await openSettings()
  const address = await (await section('Email')).findByText('ada@example.org')
  expect(address.parentElement?.textContent).toBe(text)
  expect(screen.queryByRole('button', { name: 'Send again' })).not.toBeInTheDocument()
})
