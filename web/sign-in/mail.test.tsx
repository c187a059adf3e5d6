import { ChakraProvider } from '@chakra-ui/react'
import { screen, waitFor } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, it, vi } from 'vitest'
import { accountMessages } from '#rules/account-messages.ts'
import { mailLinkPath } from '#rules/mail-link.ts'
import { network } from '../test/setup.ts'
import { designSystem } from '../ui/system.ts'
import { SignInPage } from './SignInPage.tsx'
import { bindPage } from './sign-in.ts'

const page = renderToStaticMarkup(
  <ChakraProvider value={designSystem()}>
    <SignInPage />
  </ChakraProvider>,
)
let requests: { path: string; body: unknown }[] = []

beforeEach(() => {
  requests = []
  document.title = ''
})

function respondWith(status: number, problem?: object) {
  network.use(
    http.post('*/api/auth/*', async ({ request }) => {
      requests.push({ path: new URL(request.url).pathname, body: await request.json() })
      return problem ? HttpResponse.json(problem, { status }) : new HttpResponse(null, { status })
    }),
  )
}

function openPage(address: string, mail: 'on' | 'off' = 'on', onSignedIn = () => {}) {
  history.replaceState(null, '', address)
  document.body.innerHTML = `<meta name="mail" content="${mail}">${page}`
  bindPage(onSignedIn)
  return userEvent.setup()
}

it('emails a reset link and does not reveal whether the account exists', async () => {
  respondWith(204)
  const user = openPage('/api/login')
  expect(screen.queryByText(/operator/)).not.toBeVisible()
  await user.click(screen.getByRole('link', { name: 'Forgot your password?' }))
  await user.click(await screen.findByRole('button', { name: 'Email me a link' }))
  expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(
    accountMessages.identifierEmpty,
  )
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

it('creates the account from the emailed link after the password is entered', async () => {
  respondWith(202)
  const onSignedIn = vi.fn<() => void>()
  const user = openPage('/api/login?returnTo=%2Fexplore#create-account', 'on', onSignedIn)
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

  openPage(mailLinkPath('SIGN_UP', 'the-token', '/explore'), 'on', onSignedIn)
  expect(location.search).toBe('?from-mail&returnTo=%2Fexplore')
  respondWith(400, {
    detail: 'x',
    errors: [{ field: 'password', message: accountMessages.passwordEmpty }],
  })
  await user.click(screen.getByRole('button', { name: 'Create my account' }))
  await waitFor(() =>
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription(
      accountMessages.passwordEmpty,
    ),
  )
  respondWith(200)
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
  expect(screen.getByLabelText('Password')).toHaveAccessibleDescription(
    accountMessages.passwordLength,
  )
  await user.type(screen.getByLabelText('Password'), ' and longer')
  await user.click(screen.getByRole('button', { name: 'Save password' }))
  expect(await screen.findByRole('heading', { name: 'Your password is set' })).toBeInTheDocument()
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
  expect(await screen.findByRole('heading', { name: 'Thank you' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Continue to Good Vibes' })).toHaveAttribute('href', '/')
})

it('shows no mail forms if the server sends no email', () => {
  openPage('/api/login#forgot-password', 'off')
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
