import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { mailLinkPath } from '#rules/mail-link.ts'
import { reasons } from '#rules/reasons.ts'
import { network } from '../test/network.ts'
import { onSignedIn, openPage as openBuiltPage, problemType, signedIn } from '../test/sign-in.tsx'

const openPage = (address: string, mail = true) => openBuiltPage(address, { mail })
let requests: { path: string; body: unknown }[] = []

beforeEach(() => {
  requests = []
  document.title = ''
})

function respondWith(status: number, body?: object) {
  network.use(
    http.post('*/api/auth/*', async ({ request }) => {
      requests.push({ path: new URL(request.url).pathname, body: await request.json() })
      if (!body) return new HttpResponse(null, { status })
      return HttpResponse.json(body, { status, ...(status >= 400 && { headers: problemType }) })
    }),
  )
}

it('emails a reset link and does not reveal whether the account exists', async () => {
  respondWith(204)
  const user = openPage('/api/login')
  expect(screen.queryByText(/operator/)).not.toBeInTheDocument()
  await user.click(screen.getByRole('link', { name: 'Forgot your password?' }))
  await user.click(await screen.findByRole('button', { name: 'Email me a link' }))
  expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(reasons.IDENTIFIER_EMPTY)
  await user.type(screen.getByLabelText('Email'), 'ada')
  await user.click(screen.getByRole('button', { name: 'Email me a link' }))
  await waitFor(() =>
    expect(screen.getByRole('heading', { name: 'Check your email' })).toHaveFocus(),
  )
  expect(screen.getByText(/^If that account exists/)).toBeInTheDocument()
  expect(requests).toEqual([{ path: '/api/auth/request-password-reset', body: { email: 'ada' } }])
  await user.click(screen.getByRole('link', { name: 'Sign in' }))
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeInTheDocument()
})

it('focuses the heading of each form that takes the place of another', async () => {
  const user = openPage('/api/login')
  for (const [link, heading] of [
    ['Forgot your password?', 'Forgot your password?'],
    ['Back to sign-in', 'Welcome back'],
    ['Create an account', 'Glad you’re here'],
    ['Sign in', 'Welcome back'],
  ] as const) {
    await user.click(await screen.findByRole('link', { name: link }))
    await waitFor(() => expect(screen.getByRole('heading', { name: heading })).toHaveFocus())
  }
})

it('creates the account from the emailed link after the password is entered', async () => {
  respondWith(202, { status: 'check your mail' })
  const user = openPage('/api/login?returnTo=%2Fexplore#create-account')
  for (const [label, text] of [
    ['Display name', 'Ada'],
    ['Username', 'ada'],
    ['Email', 'ada@example.org'],
    ['Password', 'a warm cup of tea'],
  ] as const)
    await user.type(screen.getByLabelText(label), text)
  await user.click(screen.getByRole('button', { name: 'Create account' }))
  await waitFor(() =>
    expect(screen.getByRole('heading', { name: 'Check your email' })).toHaveFocus(),
  )
  expect(requests).toEqual([
    {
      path: '/api/auth/sign-up/email',
      body: {
        name: 'Ada',
        username: 'ada',
        email: 'ada@example.org',
        password: 'a warm cup of tea',
        returnTo: '/explore',
      },
    },
  ])
  expect(onSignedIn).not.toHaveBeenCalled()

  openPage(mailLinkPath('SIGN_UP', 'the-token', '/explore'))
  expect(location.search).toBe('?from-mail&returnTo=%2Fexplore')
  respondWith(400, {
    detail: 'x',
    errors: [{ field: 'password', message: reasons.PASSWORD_EMPTY }],
  })
  await user.click(screen.getByRole('button', { name: 'Create my account' }))
  await waitFor(() =>
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription(reasons.PASSWORD_EMPTY),
  )
  respondWith(200, signedIn)
  await user.type(screen.getByLabelText('Password'), 'a warm cup of tea')
  await user.click(screen.getByRole('button', { name: 'Create my account' }))
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
  expect(requests[2]).toEqual({
    path: '/api/auth/sign-up/confirm',
    body: { token: 'the-token', password: 'a warm cup of tea' },
  })
})

it('sets a new password through the emailed link', async () => {
  respondWith(204)
  const user = openPage(mailLinkPath('RESET_PASSWORD', 'the-token'))
  expect(document.title).toBe('Choose a new password · Good Vibes')
  await user.type(screen.getByLabelText('Password'), 'short')
  await user.click(screen.getByRole('button', { name: 'Save password' }))
  expect(screen.getByLabelText('Password')).toHaveAccessibleDescription(reasons.PASSWORD_LENGTH)
  await user.type(screen.getByLabelText('Password'), ' and longer')
  await user.click(screen.getByRole('button', { name: 'Save password' }))
  await waitFor(() =>
    expect(screen.getByRole('heading', { name: 'Your password is set' })).toHaveFocus(),
  )
  expect(requests).toEqual([
    {
      path: '/api/auth/reset-password',
      body: { token: 'the-token', password: 'short and longer' },
    },
  ])
})

it('verifies an address on click and shows the error of a used link', async () => {
  respondWith(400, { detail: 'That link was used already.' })
  const user = openPage(mailLinkPath('VERIFY_EMAIL', 'the-token'))
  expect(requests).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Verify this address' }))
  await waitFor(() =>
    expect(screen.getByRole('alert')).toHaveTextContent('That link was used already.'),
  )
  respondWith(204)
  await user.click(screen.getByRole('button', { name: 'Verify this address' }))
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Thank you' })).toHaveFocus())
  expect(screen.getByRole('link', { name: 'Continue to Good Vibes' })).toHaveAttribute('href', '/')
})

it('shows no mail forms if the server sends no email', () => {
  openPage('/api/login#forgot-password', false)
  expect(screen.getByRole('button', { name: 'Sign in' })).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'Forgot your password?' })).not.toBeInTheDocument()
  expect(screen.getByText(/The operator of this site can reset it/)).toBeVisible()
})

it.each(['#constructor', '#nothing=1', '#=', '#%'])(
  'shows the sign-in form for the hash %s',
  (hash) => {
    openPage(`/api/login${hash}`)
    expect(screen.getByRole('button', { name: 'Sign in' })).toBeInTheDocument()
  },
)
