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
import { enter } from './account.ts'
import { SignInPage } from './SignInPage.tsx'
import { start } from './sign-in.ts'

const page = renderToStaticMarkup(
  <ChakraProvider value={designSystem()}>
    <SignInPage />
  </ChakraProvider>,
)
const SIGN_IN_FAILED = 'That email or password is not right.'
const onSignedIn = vi.fn<() => void>()
let sent: { path: string; body: unknown }[] = []

beforeEach(() => {
  sent = []
  onSignedIn.mockReset()
  history.replaceState(null, '', '/api/login')
})

function answer(status: number, problem: object = {}) {
  network.use(
    http.post('*/api/auth/*', async ({ request }) => {
      sent.push({ path: new URL(request.url).pathname, body: await request.json() })
      return HttpResponse.json(problem, { status })
    }),
  )
}

function open(hash = '') {
  history.replaceState(null, '', `/api/login${hash}`)
  document.body.innerHTML = page
  start(onSignedIn)
  return userEvent.setup()
}

it('signs in with an email or a username', async () => {
  answer(200)
  const user = open()
  await user.type(screen.getByLabelText('Email'), 'ada_lovelace')
  await user.type(screen.getByLabelText('Password'), 'a warm cup of tea')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
  expect(sent).toEqual([
    {
      path: '/api/auth/sign-in/email',
      body: { email: 'ada_lovelace', password: 'a warm cup of tea' },
    },
  ])
})

it('asks for what is missing, at the field, and sends nothing', async () => {
  answer(200)
  const user = open()
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
  expect(sent).toEqual([])
})

it('says what the server says, and puts the focus on the password', async () => {
  answer(401, { detail: SIGN_IN_FAILED })
  const user = open()
  await user.type(screen.getByLabelText('Email'), 'ada@example.com')
  await user.type(screen.getByLabelText('Password'), 'wrong')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(SIGN_IN_FAILED))
  expect(screen.getByLabelText('Password')).toHaveFocus()
  expect(screen.getByLabelText('Password')).toHaveValue('wrong')
  expect(onSignedIn).not.toHaveBeenCalled()
})

it('shows the text of a limit, and of no connection', async () => {
  answer(429, { detail: 'That was a lot at once. Please try again in 40 seconds.' })
  const user = open()
  await user.type(screen.getByLabelText('Email'), 'ada')
  await user.type(screen.getByLabelText('Password'), 'wrong')
  await user.keyboard('{Enter}')
  await waitFor(() =>
    expect(screen.getByRole('alert')).toHaveTextContent('Please try again in 40 seconds.'),
  )

  network.use(http.post('*/api/auth/*', () => HttpResponse.error()))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Check your connection'))
  answer(200)
  await user.keyboard('{Enter}')
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
})

it('sends once however often the button is pressed', async () => {
  answer(200)
  const user = open()
  await user.type(screen.getByLabelText('Email'), 'ada')
  await user.type(screen.getByLabelText('Password'), 'a warm cup of tea')
  await user.tripleClick(screen.getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(sent).toHaveLength(1)
})

it('shows and hides the password', async () => {
  const user = open()
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password')
  await user.click(screen.getByRole('button', { name: 'Show' }))
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text')
  await user.click(screen.getByRole('button', { name: 'Hide' }))
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password')
})

it('says that the operator can reset a forgotten password', () => {
  open()
  expect(screen.getByText(/Forgot your password\? .*operator.* can reset it/)).toBeInTheDocument()
})

it('leads to creating an account and back', async () => {
  const user = open()
  await user.click(screen.getByRole('link', { name: 'Create an account' }))
  expect(await screen.findByRole('button', { name: 'Create account' })).toBeInTheDocument()
  await waitFor(() => expect(screen.getByRole('heading')).toHaveFocus())
  expect(document.title).toBe('Create an account · Good Vibes')
  await user.click(screen.getByRole('link', { name: 'Sign in' }))
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeInTheDocument()
})

it('creates an account by the rules that the server has', async () => {
  answer(200)
  const user = open('#create-account')
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
  expect(sent).toEqual([])

  await user.type(screen.getByLabelText('Display name'), 'Ada')
  await user.clear(screen.getByLabelText('Username'))
  await user.type(screen.getByLabelText('Username'), 'ada')
  await user.clear(screen.getByLabelText('Email'))
  await user.type(screen.getByLabelText('Email'), 'ada@example.com')
  await user.type(screen.getByLabelText('Password'), ' and longer')
  await user.click(screen.getByRole('button', { name: 'Create account' }))
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
  expect(sent).toEqual([
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

it('asks for a code where only that is missing, and lets one start over', async () => {
  const needsCode = {
    detail: accountMessages.codeEmpty,
    errors: [{ field: 'code', message: accountMessages.codeEmpty }],
  }
  answer(401, needsCode)
  const user = open()
  const enter = async () => {
    await user.type(await screen.findByLabelText('Email'), 'ada')
    await user.type(screen.getByLabelText('Password'), 'a warm cup of tea')
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    await waitFor(() => expect(screen.getByLabelText('Code')).toHaveFocus())
  }
  await enter()
  expect(onSignedIn).not.toHaveBeenCalled()
  await user.click(screen.getByRole('link', { name: 'Start over' }))
  expect(screen.getByRole('heading', { name: 'Welcome back' })).toHaveFocus()
  await enter()
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(screen.getByLabelText('Code')).toHaveAccessibleDescription(accountMessages.codeEmpty)
  expect(sent).toHaveLength(2)

  answer(401, {
    detail: 'That code is not right.',
    errors: [{ field: 'code', message: 'That code is not right.' }],
  })
  await user.type(screen.getByLabelText('Code'), '000000')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  await waitFor(() =>
    expect(screen.getByLabelText('Code')).toHaveAccessibleDescription('That code is not right.'),
  )
  answer(200)
  await user.clear(screen.getByLabelText('Code'))
  await user.type(screen.getByLabelText('Code'), '123456')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
  expect(sent.at(-1)).toEqual({
    path: '/api/auth/sign-in/email',
    body: { email: 'ada', password: 'a warm cup of tea', code: '123456' },
  })
})

it('shows what the server finds wrong at its field', async () => {
  answer(409, {
    detail: accountMessages.usernameTaken,
    errors: [{ field: 'username', message: accountMessages.usernameTaken }],
  })
  const user = open('#create-account')
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

it('attack 37: ends the time of the demo user and comes back to a path of this origin alone', () => {
  localStorage.setItem('demoUser', '{}')
  history.replaceState(null, '', `/api/login?returnTo=${encodeURIComponent('/explore?q=tea')}`)
  expect(enter()).toBe('/explore?q=tea')
  expect(localStorage.getItem('demoUser')).toBeNull()
  history.replaceState(null, '', '/api/login?returnTo=//evil.example')
  expect(enter()).toBe('/')
})
