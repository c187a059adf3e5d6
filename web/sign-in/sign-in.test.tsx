import { ChakraProvider } from '@chakra-ui/react'
import { screen, waitFor } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, it, vi } from 'vitest'
import { accountMessages } from '#rules/account-messages.ts'
import { fieldMessages } from '#rules/field-messages.ts'
import { network } from '../test/setup.ts'
import { designSystem } from '../ui/system.ts'
import { finishSignIn } from './account.ts'
import { SignInPage } from './SignInPage.tsx'
import { bindPage } from './sign-in.ts'

const page = renderToStaticMarkup(
  <ChakraProvider value={designSystem()}>
    <SignInPage />
  </ChakraProvider>,
)
const SIGN_IN_FAILED = 'That email or password is not right.'
const onSignedIn = vi.fn<() => void>()
let requests: { path: string; body: unknown }[] = []

beforeEach(() => {
  requests = []
  onSignedIn.mockReset()
  history.replaceState(null, '', '/api/login')
})

function respondWith(status: number, problem: object = {}) {
  network.use(
    http.post('*/api/auth/*', async ({ request }) => {
      requests.push({ path: new URL(request.url).pathname, body: await request.json() })
      return HttpResponse.json(problem, { status })
    }),
  )
}

function openPage(hash = '') {
  history.replaceState(null, '', `/api/login${hash}`)
  document.body.innerHTML = page
  bindPage(onSignedIn)
  return userEvent.setup()
}

it('signs in with an email or a username', async () => {
  respondWith(200)
  const user = openPage()
  await user.type(screen.getByLabelText('Email'), 'ada_lovelace')
  await user.type(screen.getByLabelText('Password'), 'a warm cup of tea')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
  expect(requests).toEqual([
    {
      path: '/api/auth/sign-in/email',
      body: { email: 'ada_lovelace', password: 'a warm cup of tea' },
    },
  ])
})

it('shows missing fields and sends no request', async () => {
  respondWith(200)
  const user = openPage()
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(
    accountMessages.identifierEmpty,
  )
  expect(screen.getByLabelText('Email')).toBeInvalid()
  expect(screen.getByLabelText('Password')).toHaveAccessibleDescription(
    accountMessages.passwordEmpty,
  )
  expect(screen.getByLabelText('Email')).toHaveFocus()
  await user.type(screen.getByLabelText('Email'), 'a')
  expect(screen.getByLabelText('Email')).toBeValid()
  expect(requests).toEqual([])
})

it('shows the server error and focuses the password', async () => {
  respondWith(401, { detail: SIGN_IN_FAILED })
  const user = openPage()
  await user.type(screen.getByLabelText('Email'), 'ada@example.com')
  await user.type(screen.getByLabelText('Password'), 'wrong')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(SIGN_IN_FAILED))
  expect(screen.getByLabelText('Password')).toHaveFocus()
  expect(screen.getByLabelText('Password')).toHaveValue('wrong')
  expect(onSignedIn).not.toHaveBeenCalled()
})

it('shows rate limit and connection errors and allows a retry', async () => {
  respondWith(429, { detail: 'That was a lot at once. Please try again in 40 seconds.' })
  const user = openPage()
  await user.type(screen.getByLabelText('Email'), 'ada')
  await user.type(screen.getByLabelText('Password'), 'wrong')
  await user.keyboard('{Enter}')
  await waitFor(() =>
    expect(screen.getByRole('alert')).toHaveTextContent('Please try again in 40 seconds.'),
  )

  network.use(http.post('*/api/auth/*', () => HttpResponse.error()))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Check your connection'))
  respondWith(200)
  await user.keyboard('{Enter}')
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
})

it('sends one request for repeated clicks', async () => {
  respondWith(200)
  const user = openPage()
  await user.type(screen.getByLabelText('Email'), 'ada')
  await user.type(screen.getByLabelText('Password'), 'a warm cup of tea')
  await user.tripleClick(screen.getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(requests).toHaveLength(1)
})

it('shows and hides the password', async () => {
  const user = openPage()
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password')
  await user.click(screen.getByRole('button', { name: 'Show' }))
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text')
  await user.click(screen.getByRole('button', { name: 'Hide' }))
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password')
})

it('says that the operator can reset a forgotten password', () => {
  openPage()
  expect(screen.getByText(/Forgot your password\? .*operator.* can reset it/)).toBeInTheDocument()
})

it('switches to the sign-up form and back', async () => {
  const user = openPage()
  await user.click(screen.getByRole('link', { name: 'Create an account' }))
  expect(await screen.findByRole('button', { name: 'Create account' })).toBeInTheDocument()
  await waitFor(() => expect(screen.getByRole('heading')).toHaveFocus())
  expect(document.title).toBe('Create an account · Good Vibes')
  await user.click(screen.getByRole('link', { name: 'Sign in' }))
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeInTheDocument()
})

it('validates sign-up with the rules of the server and creates the account', async () => {
  respondWith(200)
  const user = openPage('#create-account')
  await user.type(screen.getByLabelText('Username'), 'no spaces')
  await user.type(screen.getByLabelText('Email'), 'nothing')
  await user.type(screen.getByLabelText('Password'), 'short')
  await user.click(screen.getByRole('button', { name: 'Create account' }))
  expect(screen.getByLabelText('Display name')).toHaveAccessibleDescription(
    fieldMessages.displayNameEmpty,
  )
  expect(screen.getByLabelText('Username')).toHaveAccessibleDescription(
    accountMessages.usernameShape,
  )
  expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(accountMessages.emailInvalid)
  expect(screen.getByLabelText('Password')).toHaveAccessibleDescription(
    accountMessages.passwordLength,
  )
  expect(screen.getByLabelText('Display name')).toHaveFocus()
  expect(requests).toEqual([])

  await user.type(screen.getByLabelText('Display name'), 'Ada')
  await user.clear(screen.getByLabelText('Username'))
  await user.type(screen.getByLabelText('Username'), 'ada')
  await user.clear(screen.getByLabelText('Email'))
  await user.type(screen.getByLabelText('Email'), 'ada@example.com')
  await user.type(screen.getByLabelText('Password'), ' and longer')
  await user.click(screen.getByRole('button', { name: 'Create account' }))
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
  expect(requests).toEqual([
    {
      path: '/api/auth/sign-up/email',
      body: {
        name: 'Ada',
        username: 'ada',
        email: 'ada@example.com',
        password: 'short and longer',
        returnTo: '/',
      },
    },
  ])
})

it('asks for a code after the password, with a way to start over', async () => {
  const needsCode = {
    detail: accountMessages.codeEmpty,
    errors: [{ field: 'code', message: accountMessages.codeEmpty }],
  }
  respondWith(401, needsCode)
  const user = openPage()
  const submitPassword = async () => {
    await user.type(await screen.findByLabelText('Email'), 'ada')
    await user.type(screen.getByLabelText('Password'), 'a warm cup of tea')
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    await waitFor(() => expect(screen.getByLabelText('Code')).toHaveFocus())
  }
  await submitPassword()
  expect(onSignedIn).not.toHaveBeenCalled()
  await user.click(screen.getByRole('link', { name: 'Start over' }))
  expect(screen.getByRole('heading', { name: 'Welcome back' })).toHaveFocus()
  await submitPassword()
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(screen.getByLabelText('Code')).toHaveAccessibleDescription(accountMessages.codeEmpty)
  expect(requests).toHaveLength(2)

  respondWith(401, {
    detail: 'That code is not right.',
    errors: [{ field: 'code', message: 'That code is not right.' }],
  })
  await user.type(screen.getByLabelText('Code'), '000000')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  await waitFor(() =>
    expect(screen.getByLabelText('Code')).toHaveAccessibleDescription('That code is not right.'),
  )
  respondWith(200)
  await user.clear(screen.getByLabelText('Code'))
  await user.type(screen.getByLabelText('Code'), '123456')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
  expect(requests.at(-1)).toEqual({
    path: '/api/auth/sign-in/email',
    body: { email: 'ada', password: 'a warm cup of tea', code: '123456' },
  })
})

it('shows a server error at its field', async () => {
  respondWith(409, {
    detail: accountMessages.usernameTaken,
    errors: [{ field: 'username', message: accountMessages.usernameTaken }],
  })
  const user = openPage('#create-account')
  await user.type(screen.getByLabelText('Display name'), 'Ada')
  await user.type(screen.getByLabelText('Username'), 'ada')
  await user.type(screen.getByLabelText('Email'), 'ada@example.com')
  await user.type(screen.getByLabelText('Password'), 'a warm cup of tea')
  await user.click(screen.getByRole('button', { name: 'Create account' }))
  await waitFor(() =>
    expect(screen.getByLabelText('Username')).toHaveAccessibleDescription(
      accountMessages.usernameTaken,
    ),
  )
  expect(screen.getByLabelText('Username')).toHaveFocus()
  expect(screen.getByRole('alert')).toBeEmptyDOMElement()
})

it('attack 37: leaves the demo and returns only to paths of this origin', () => {
  localStorage.setItem('demoUser', '{}')
  history.replaceState(null, '', `/api/login?returnTo=${encodeURIComponent('/explore?q=tea')}`)
  expect(finishSignIn()).toBe('/explore?q=tea')
  expect(localStorage.getItem('demoUser')).toBeNull()
  history.replaceState(null, '', '/api/login?returnTo=//evil.example')
  expect(finishSignIn()).toBe('/')
})
