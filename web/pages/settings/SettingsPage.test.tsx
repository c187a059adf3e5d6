import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { accountMessages } from '#rules/account-messages.ts'
import { messages } from '#rules/messages.ts'
import { passkeyNameMessages } from '#rules/passkey-name.ts'
import type { OwnEmail } from '../../features/settings/EmailSection.tsx'
import type { OwnPasskey } from '../../features/settings/PasskeysSection.tsx'
import type { OwnSession } from '../../features/settings/SessionsSection.tsx'
import type { OwnTwoFactor } from '../../features/settings/TwoFactorSection.tsx'
import { ada } from '../../test/data.ts'
import { answerViewer } from '../../test/feed.ts'
import { renderApp } from '../../test/render.tsx'
import { network } from '../../test/setup.ts'

const PASSWORD_WRONG = 'That is not your password.'
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const here: OwnSession = { id: 's1', device: 'Firefox on Linux', createdAt: minutesAgo(90), lastUsedAt: minutesAgo(0), isCurrent: true }
const phone: OwnSession = { id: 's2', device: 'Safari on iPhone', createdAt: minutesAgo(900), lastUsedAt: minutesAgo(7), isCurrent: false }

let sessions: OwnSession[]
let passkeys: OwnPasskey[]
let email: OwnEmail
let twoFactor: OwnTwoFactor
/** What was sent, in words: method, path and body. */
let sent: unknown[]

/** Answers as the server would where all is well; `refusals` by method and path. */
function serve(refusals: Record<string, [status: number, problem: object]> = {}) {
  network.use(
    http.all('*/api/auth/*', async ({ request }) => {
      const { pathname } = new URL(request.url)
      const path = pathname.slice('/api/auth'.length)
      const body = await request.text()
      const call = `${request.method} ${path}`
      if (request.method !== 'GET') sent.push(body ? [call, JSON.parse(body)] : [call])
      const refusal = refusals[call]
      if (refusal) return HttpResponse.json(refusal[1], { status: refusal[0], headers: { 'content-type': 'application/problem+json' } })
      const id = path.split('/')[2]
      if (call === 'GET /sessions') return HttpResponse.json(sessions)
      if (call === 'GET /passkeys') return HttpResponse.json(passkeys)
      if (call === 'GET /email') return HttpResponse.json(email)
      if (call === 'GET /two-factor') return HttpResponse.json(twoFactor)
      if (path.startsWith('/two-factor/')) return answerTwoFactor(path)
      if (path.startsWith('/sessions') || path === '/change-password')
        sessions = sessions.filter((each) => each.isCurrent || (id && each.id !== id))
      if (request.method === 'PATCH') passkeys = passkeys.map((each) => (each.id === id ? { ...each, ...JSON.parse(body) } : each))
      else if (path.startsWith('/passkeys')) passkeys = passkeys.filter((each) => each.id !== id)
      return new HttpResponse(null, { status: 204 })
    }),
  )
}

function answerTwoFactor(path: string) {
  if (path === '/two-factor/start') return HttpResponse.json({ key: 'ABCDEFGH', uri: 'otpauth://totp/Good%20Vibes:ada?secret=ABCDEFGH' })
  const isOn = path !== '/two-factor/turn-off'
  twoFactor = { isOn, since: isOn ? '2026-03-04T05:06:07.000Z' : null, recoveryCodesLeft: isOn ? 2 : 0 }
  return HttpResponse.json({ recoveryCodes: ['abcd-efgh', 'jkmn-pqrs'] })
}

const [assign, replace] = [vi.fn(), vi.fn()]
beforeEach(() => {
  sent = []
  sessions = [here, phone]
  email = { email: 'ada@example.org', isVerified: false, canVerify: true }
  twoFactor = { isOn: false, since: null, recoveryCodesLeft: 0 }
  passkeys = [{ id: 'p1', name: 'Kitchen tablet', createdAt: '2026-03-04T05:06:07.000Z' }]
  const { href, origin } = location
  vi.stubGlobal('location', { href, origin, assign, replace, pathname: '/settings', search: '' })
})
afterEach(() => {
  vi.unstubAllGlobals()
  assign.mockReset()
  replace.mockReset()
  document.querySelector('meta[name="demo-user"]')?.remove()
})

async function open() {
  answerViewer(ada)
  await renderApp('/settings')
  expect(await screen.findByRole('heading', { name: 'Settings', level: 1 })).toBeInTheDocument()
}
const section = async (name: string) => within(await screen.findByRole('region', { name }))
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const toasts = () => screen.findByRole('region', { name: /^Notifications/ })

test('has its title, and who it is for is asked for no more than what it shows', async () => {
  serve()
  await open()
  await expect.poll(() => document.title).toBe('Settings · Good Vibes')
  expect((await screen.findAllByRole('heading', { level: 2 })).map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['Email', 'Password', 'Where you’re signed in', 'Passkeys', 'Your data', 'Delete your account']),
  )
  expect(screen.getByRole('link', { name: 'Download your data' })).toHaveAttribute('href', '/api/auth/export')
  expect(replace).not.toHaveBeenCalled()
})

test.each([
  ['a visitor', null],
  ['the demo user', { ...ada, id: 'demo-user', displayName: 'Demo User', username: 'demouser' }],
])('%s is led to the sign-in page, and nothing is asked for', async (_who, viewer) => {
  answerViewer(viewer)
  await renderApp('/settings')
  await waitFor(() => expect(replace).toHaveBeenCalledWith('/api/login?returnTo=%2Fsettings'))
  expect(screen.queryByRole('region', { name: 'Password' })).toBeNull()
})

test('whose session has ended meanwhile is led to the sign-in page', async () => {
  serve({ 'GET /sessions': [401, { detail: messages.signInFirst }] })
  await open()
  await waitFor(() => expect(replace).toHaveBeenCalledWith('/api/login?returnTo=%2Fsettings'))
})

test('a password is changed, and the others are seen to be signed out', async () => {
  serve()
  await open()
  await (await section('Where you’re signed in')).findByText('Safari on iPhone')
  await userEvent.type(screen.getByLabelText('Current password'), 'sunny day 1')
  await userEvent.type(screen.getByLabelText('New password'), 'a rainy evening')
  await press('Change password')
  expect(await within(await toasts()).findByText('Password changed')).toBeInTheDocument()
  expect(sent).toEqual([['POST /change-password', { currentPassword: 'sunny day 1', newPassword: 'a rainy evening' }]])
  await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull())
  expect(screen.getByLabelText('Current password')).toHaveValue('')
})

test('what is wrong with a password is said at its field, by the client or the server', async () => {
  serve({
    'POST /change-password': [403, { detail: PASSWORD_WRONG, errors: [{ field: 'currentPassword', message: PASSWORD_WRONG }] }],
  })
  await open()
  await userEvent.type(await screen.findByLabelText('New password'), 'short')
  await press('Change password')
  expect(screen.getByLabelText('Current password')).toHaveAccessibleDescription(accountMessages.passwordEmpty)
  expect(screen.getByLabelText('New password')).toHaveAccessibleDescription(new RegExp(accountMessages.passwordLength))
  expect(screen.getByLabelText('Current password')).toHaveFocus()
  expect(sent).toEqual([])

  await userEvent.type(screen.getByLabelText('Current password'), 'a guess')
  await userEvent.type(screen.getByLabelText('New password'), ' but longer')
  await press('Change password')
  await waitFor(() => expect(screen.getByLabelText('Current password')).toHaveAccessibleDescription(PASSWORD_WRONG))
  expect(screen.getByLabelText('New password')).toHaveValue('short but longer')
})

test('what was typed as a password can be seen', async () => {
  serve()
  await open()
  const field = await screen.findByLabelText('Current password')
  const [show] = screen.getAllByRole('button', { name: 'Show' })
  expect(field).toHaveAttribute('type', 'password')
  await userEvent.click(show as HTMLElement)
  expect(field).toHaveAttribute('type', 'text')
})

test('one session is ended, or all others', async () => {
  sessions.push({ ...phone, id: 's3', device: 'Chrome on Windows' })
  serve()
  await open()
  const list = await section('Where you’re signed in')
  const [first, second] = await list.findAllByRole('listitem')
  expect(first).toHaveTextContent('Firefox on LinuxThis device')
  expect(second).toHaveTextContent('Safari on iPhoneLast used 7 minutes ago')
  await userEvent.click(list.getByRole('button', { name: 'Sign out Safari on iPhone' }))
  await waitFor(() => expect(list.queryByText('Safari on iPhone')).toBeNull())
  expect(list.getByRole('heading')).toHaveFocus()
  await press('Sign out everywhere else')
  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(1))
  expect(list.queryByRole('button', { name: 'Sign out everywhere else' })).toBeNull()
  expect(sent).toEqual([['DELETE /sessions/s2'], ['DELETE /sessions']])
})

test('a list that failed can be tried again', async () => {
  serve({ 'GET /sessions': [500, { detail: 'Resting' }] })
  await open()
  const list = await section('Where you’re signed in')
  expect(await list.findByText('Your devices could not be loaded.')).toBeInTheDocument()
  serve()
  await userEvent.click(list.getByRole('button', { name: 'Try again' }))
  expect(await list.findByText('Safari on iPhone')).toBeInTheDocument()
})

test('a passkey is renamed', async () => {
  serve()
  await open()
  expect(await screen.findByText('4 March 2026')).toBeInTheDocument()
  await press('Rename Kitchen tablet')
  const dialog = within(await screen.findByRole('dialog', { name: 'Rename this passkey' }))
  await userEvent.clear(dialog.getByLabelText('Name'))
  await userEvent.click(dialog.getByRole('button', { name: 'Save name' }))
  expect(dialog.getByLabelText('Name')).toHaveAccessibleDescription(passkeyNameMessages.empty)
  await userEvent.type(dialog.getByLabelText('Name'), 'Desk')
  await userEvent.click(dialog.getByRole('button', { name: 'Save name' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByText('Desk')).toBeInTheDocument()
  expect(sent).toEqual([['PATCH /passkeys/p1', { name: 'Desk' }]])
})

test('a passkey is removed when that is confirmed', async () => {
  serve()
  await open()
  await press('Remove Kitchen tablet')
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Remove this passkey?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Rename Kitchen tablet', hidden: true })).toBeNull())
  expect(sent).toEqual([['DELETE /passkeys/p1']])
})

test('an account is deleted with its password, and only then', async () => {
  serve()
  await open()
  await press('Delete account')
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete your account?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Delete for good' }))
  expect(dialog.getByLabelText('Password')).toHaveAccessibleDescription(accountMessages.passwordEmpty)
  expect(sent).toEqual([])

  serve({
    'POST /delete-account': [403, { detail: PASSWORD_WRONG, errors: [{ field: 'password', message: PASSWORD_WRONG }] }],
  })
  await userEvent.type(dialog.getByLabelText('Password'), 'a guess')
  await userEvent.click(dialog.getByRole('button', { name: 'Delete for good' }))
  await waitFor(() => expect(dialog.getByLabelText('Password')).toHaveAccessibleDescription(PASSWORD_WRONG))
  expect(assign).not.toHaveBeenCalled()

  serve()
  await userEvent.clear(dialog.getByLabelText('Password'))
  await userEvent.type(dialog.getByLabelText('Password'), 'sunny day 1')
  await userEvent.click(dialog.getByRole('button', { name: 'Delete for good' }))
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/'))
  expect(sent.at(-1)).toEqual(['POST /delete-account', { password: 'sunny day 1' }])
})

test('an address is verified by a mail, which is sent again, and is neither asked for nor told of where none is sent', async () => {
  serve()
  await open()
  const mine = await section('Email')
  expect(await mine.findByText(/^Not verified yet/)).toBeInTheDocument()
  await press('Send again')
  expect(await toasts()).toHaveTextContent('The mail is on its way')
  expect(sent).toEqual([['POST /send-verification', {}]])
})

test.each([
  { isVerified: true, canVerify: true, text: 'ada@example.orgVerified' },
  { isVerified: false, canVerify: false, text: 'ada@example.org' },
])('an address that is %o has nothing to be done about it', async ({ text, ...is }) => {
  email = { email: 'ada@example.org', ...is }
  serve()
  await open()
  const address = await (await section('Email')).findByText('ada@example.org')
  expect(address.parentElement?.textContent).toBe(text)
  expect(screen.queryByRole('button', { name: 'Send again' })).not.toBeInTheDocument()
})

test('two-step sign-in is turned on with the password and a code, and its recovery codes are shown once', async () => {
  serve({ 'POST /two-factor/confirm': [400, { errors: [{ field: 'code', message: 'That code is not right.' }] }] })
  await open()
  const steps = await section('Two-step sign-in')
  await userEvent.click(await steps.findByRole('button', { name: 'Turn on' }))
  await waitFor(() => expect(steps.getByRole('heading', { name: 'Is it you?' })).toHaveFocus())
  await userEvent.click(steps.getByRole('button', { name: 'Continue' }))
  expect(steps.getByLabelText('Password')).toHaveAccessibleDescription(accountMessages.passwordEmpty)
  await userEvent.type(steps.getByLabelText('Password'), 'a warm cup of tea')
  await userEvent.click(steps.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(steps.getByRole('heading', { name: 'Add Good Vibes to your app' })).toHaveFocus())
  expect(steps.getByRole('img', { name: 'The key as a square to scan' })).toBeInTheDocument()
  expect(steps.getByText('ABCD EFGH')).toBeInTheDocument()

  await userEvent.click(steps.getByRole('button', { name: 'Turn on' }))
  expect(steps.getByLabelText('Code')).toHaveAccessibleDescription(accountMessages.codeEmpty)
  await userEvent.type(steps.getByLabelText('Code'), '123456')
  await userEvent.click(steps.getByRole('button', { name: 'Turn on' }))
  await waitFor(() => expect(steps.getByLabelText('Code')).toHaveAccessibleDescription('That code is not right.'))
  serve()
  await userEvent.click(steps.getByRole('button', { name: 'Turn on' }))
  expect(await steps.findByText('abcd-efgh')).toBeInTheDocument()
  expect(decodeURIComponent(steps.getByRole('link', { name: 'Download' }).getAttribute('href') ?? '')).toContain('abcd-efgh\njkmn-pqrs\n')
  expect(sent).toEqual([
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
  twoFactor = { isOn: true, since: '2026-03-04T05:06:07.000Z', recoveryCodesLeft: 1 }
  serve({ 'POST /two-factor/turn-off': [403, { errors: [{ field: 'password', message: PASSWORD_WRONG }] }] })
  await open()
  const steps = await section('Two-step sign-in')
  expect(await steps.findByText('On since 4 March 2026. One recovery code is left.')).toBeInTheDocument()
  await userEvent.click(steps.getByRole('button', { name: 'New recovery codes' }))
  await userEvent.type(steps.getByLabelText('Password'), 'a warm cup of tea')
  await userEvent.click(steps.getByRole('button', { name: 'Show new codes' }))
  await userEvent.click(await steps.findByRole('button', { name: 'I have kept them' }))

  await userEvent.click(await steps.findByRole('button', { name: 'Turn off' }))
  await userEvent.click(steps.getByRole('button', { name: 'Cancel' }))
  await userEvent.click(steps.getByRole('button', { name: 'Turn off' }))
  await userEvent.type(steps.getByLabelText('Password'), 'wrong')
  await userEvent.click(steps.getByRole('button', { name: 'Turn off' }))
  await waitFor(() => expect(steps.getByLabelText('Password')).toHaveAccessibleDescription(PASSWORD_WRONG))
  serve()
  await userEvent.click(steps.getByRole('button', { name: 'Turn off' }))
  expect(await steps.findByRole('button', { name: 'Turn on' })).toBeInTheDocument()
})
