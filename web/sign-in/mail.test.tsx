import { ChakraProvider } from '@chakra-ui/react'
import { screen, waitFor } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, it, vi } from 'vitest'
import { accountMessages } from '#rules/account-messages.ts'
import { mailedPath } from '#rules/mailed-path.ts'
import { network } from '../test/setup.ts'
import { designSystem } from '../ui/system.ts'
import { SignInPage } from './SignInPage.tsx'
import { start } from './sign-in.ts'

const page = renderToStaticMarkup(
  <ChakraProvider value={designSystem()}>
    <SignInPage />
  </ChakraProvider>,
)
let sent: { path: string; body: unknown }[] = []

beforeEach(() => {
  sent = []
  document.title = ''
})

function answer(status: number, problem?: object) {
  network.use(
    http.post('*/api/auth/*', async ({ request }) => {
      sent.push({ path: new URL(request.url).pathname, body: await request.json() })
      return problem ? HttpResponse.json(problem, { status }) : new HttpResponse(null, { status })
    }),
  )
}

function open(address: string, mail: 'on' | 'off' = 'on', onSignedIn = () => {}) {
  history.replaceState(null, '', address)
  document.body.innerHTML = `<meta name="mail" content="${mail}">${page}`
  start(onSignedIn)
  return userEvent.setup()
}

it('asks for a link, and says the same whoever has an account', async () => {
  answer(204)
  const user = open('/api/login')
  expect(screen.queryByText(/operator/)).not.toBeVisible()
  await user.click(screen.getByRole('link', { name: 'Forgot your password?' }))
  await user.click(await screen.findByRole('button', { name: 'Mail me a link' }))
  expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(
    accountMessages.identifierEmpty,
  )
  await user.type(screen.getByLabelText('Email'), 'ada')
  await user.click(screen.getByRole('button', { name: 'Mail me a link' }))
  await waitFor(() =>
    expect(screen.getByRole('heading', { name: 'Look into your mail' })).toHaveFocus(),
  )
  expect(screen.getByText(/^If there is an account/)).toBeInTheDocument()
  expect(sent).toEqual([{ path: '/api/auth/request-password-reset', body: { email: 'ada' } }])
  await user.click(screen.getByRole('link', { name: 'Sign in' }))
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeInTheDocument()
})

it('says that a mail makes the account, and makes it with the password from where that leads', async () => {
  answer(202)
  const onSignedIn = vi.fn<() => void>()
  const user = open('/api/login?returnTo=%2Fexplore#create-account', 'on', onSignedIn)
  for (const [label, text] of [
    ['Display name', 'Ada'],
    ['Username', 'ada'],
    ['Email', 'ada@example.org'],
    ['Password', 'a warm cup of tea'],
  ] as const)
    await user.type(screen.getByLabelText(label), text)
  await user.click(screen.getByRole('button', { name: 'Create account' }))
  await waitFor(() =>
    expect(screen.getByRole('heading', { name: 'Look into your mail' })).toHaveFocus(),
  )
  expect(sent).toEqual([
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

  open(mailedPath('SIGN_UP', 'the-token', '/explore'), 'on', onSignedIn)
  expect(location.search).toBe('?from-mail&returnTo=%2Fexplore')
  answer(400, {
    detail: 'x',
    errors: [{ field: 'password', message: accountMessages.passwordEmpty }],
  })
  await user.click(screen.getByRole('button', { name: 'Make my account' }))
  await waitFor(() =>
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription(
      accountMessages.passwordEmpty,
    ),
  )
  answer(200)
  await user.type(screen.getByLabelText('Password'), 'a warm cup of tea')
  await user.click(screen.getByRole('button', { name: 'Make my account' }))
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
  expect(sent[2]).toEqual({
    path: '/api/auth/sign-up/confirm',
    body: { token: 'the-token', password: 'a warm cup of tea' },
  })
})

it('takes a new password from whoever came by mail', async () => {
  answer(204)
  const user = open(mailedPath('RESET_PASSWORD', 'the-token'))
  expect(document.title).toBe('Choose a new password · Good Vibes')
  await user.type(screen.getByLabelText('Password'), 'short')
  await user.click(screen.getByRole('button', { name: 'Save password' }))
  expect(screen.getByLabelText('Password')).toHaveAccessibleDescription(
    accountMessages.passwordLength,
  )
  await user.type(screen.getByLabelText('Password'), ' and longer')
  await user.click(screen.getByRole('button', { name: 'Save password' }))
  expect(await screen.findByRole('heading', { name: 'Your password is new' })).toBeInTheDocument()
  expect(sent).toEqual([
    {
      path: '/api/auth/reset-password',
      body: { token: 'the-token', password: 'short and longer' },
    },
  ])
})

it('verifies an address at a click, and tells that a link is too old', async () => {
  answer(400, { detail: 'That link was used already.' })
  const user = open(mailedPath('VERIFY_EMAIL', 'the-token'))
  expect(sent).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Verify this address' }))
  await waitFor(() =>
    expect(screen.getByRole('alert')).toHaveTextContent('That link was used already.'),
  )
  answer(204)
  await user.click(screen.getByRole('button', { name: 'Verify this address' }))
  expect(await screen.findByRole('heading', { name: 'Thank you' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Go on to Good Vibes' })).toHaveAttribute('href', '/')
})

it('offers nothing by mail where none is sent', () => {
  open('/api/login#forgot-password', 'off')
  expect(screen.getByRole('button', { name: 'Sign in' })).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'Forgot your password?' })).not.toBeInTheDocument()
  expect(screen.getByText(/The operator of this site can reset it/)).toBeVisible()
})

it.each(['#constructor', '#nothing=1', '#=', '#%'])(
  'shows the form to sign in for the address %s',
  (hash) => {
    open(`/api/login${hash}`)
    expect(screen.getByRole('button', { name: 'Sign in' })).toBeInTheDocument()
  },
)
