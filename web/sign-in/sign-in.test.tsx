import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { reasons } from '#rules/reasons.ts'
import { withSignInProblem } from '#rules/sign-in-page.ts'
import { network } from '../test/network.ts'
import {
  builtPage,
  onSignedIn,
  openPage as openBuiltPage,
  problemType,
  signedIn,
} from '../test/sign-in.tsx'
import { finishSignIn, requireCookie } from './account.ts'

const SIGN_IN_FAILED = 'That email or password is not right.'
let requests: { path: string; body: unknown }[] = []

beforeEach(() => {
  requests = []
  history.replaceState(null, '', '/api/login')
})

function respondWith(status: number, body: object = signedIn) {
  network.use(
    http.post('*/api/auth/*', async ({ request }) => {
      requests.push({ path: new URL(request.url).pathname, body: await request.json() })
      return HttpResponse.json(body, { status, ...(status >= 400 && { headers: problemType }) })
    }),
  )
}

const openPage = (hash = '') => openBuiltPage(`/api/login${hash}`)

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

it('keeps what was typed before the script ran', async () => {
  respondWith(200)
  const user = openBuiltPage('/api/login', {
    before: () => {
      screen.getByLabelText<HTMLInputElement>('Email').value = 'ada'
      screen.getByLabelText<HTMLInputElement>('Password').value = 'a warm cup of tea'
      screen.getByLabelText('Password').focus()
    },
  })
  expect(screen.getByLabelText('Email')).toHaveValue('ada')
  expect(screen.getByLabelText('Password')).toHaveValue('a warm cup of tea')
  await waitFor(() => expect(screen.getByLabelText('Password')).toHaveFocus())
  await user.keyboard('{Enter}')
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
  expect(requests.at(0)?.body).toEqual({ email: 'ada', password: 'a warm cup of tea' })
})

it('shows missing fields and sends no request', async () => {
  respondWith(200)
  const user = openPage()
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(reasons.IDENTIFIER_EMPTY)
  expect(screen.getByLabelText('Email')).toBeInvalid()
  expect(screen.getByLabelText('Password')).toHaveAccessibleDescription(reasons.PASSWORD_EMPTY)
  await waitFor(() => expect(screen.getByLabelText('Email')).toHaveFocus())
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
  await waitFor(() => expect(screen.getByLabelText('Password')).toHaveFocus())
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
    reasons.DISPLAY_NAME_EMPTY,
  )
  expect(screen.getByLabelText('Username')).toHaveAccessibleDescription(reasons.USERNAME_INVALID)
  expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(reasons.EMAIL_INVALID)
  expect(screen.getByLabelText('Password')).toHaveAccessibleDescription(reasons.PASSWORD_LENGTH)
  await waitFor(() => expect(screen.getByLabelText('Display name')).toHaveFocus())
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
    detail: reasons.CODE_EMPTY,
    errors: [{ field: 'code', message: reasons.CODE_EMPTY }],
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
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Welcome back' })).toHaveFocus())
  await submitPassword()
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(screen.getByLabelText('Code')).toHaveAccessibleDescription(reasons.CODE_EMPTY)
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
    detail: reasons.USERNAME_TAKEN,
    errors: [{ field: 'username', message: reasons.USERNAME_TAKEN }],
  })
  const user = openPage('#create-account')
  await user.type(screen.getByLabelText('Display name'), 'Ada')
  await user.type(screen.getByLabelText('Username'), 'ada')
  await user.type(screen.getByLabelText('Email'), 'ada@example.com')
  await user.type(screen.getByLabelText('Password'), 'a warm cup of tea')
  await user.click(screen.getByRole('button', { name: 'Create account' }))
  await waitFor(() =>
    expect(screen.getByLabelText('Username')).toHaveAccessibleDescription(reasons.USERNAME_TAKEN),
  )
  await waitFor(() => expect(screen.getByLabelText('Username')).toHaveFocus())
  expect(screen.getByRole('alert', { hidden: true })).toBeEmptyDOMElement()
})

it('attack 37: leaves the demo and returns only to paths of this origin', () => {
  localStorage.setItem('demoUser', '{}')
  history.replaceState(null, '', `/api/login?returnTo=${encodeURIComponent('/explore?q=tea')}`)
  expect(finishSignIn()).toBe('/explore?q=tea')
  expect(localStorage.getItem('demoUser')).toBeNull()
  history.replaceState(null, '', '/api/login?returnTo=//evil.example')
  expect(finishSignIn()).toBe('/')
})

it.each([
  ['keeps no cookies', () => HttpResponse.json({}, { status: 401 }), /Allow cookies/],
  ['keeps cookies', () => HttpResponse.json({}), null],
  ['lost the connection', () => HttpResponse.error(), null],
] as const)('after signing in, a browser that %s', async (_case, answer, problem) => {
  respondWith(200)
  network.use(http.get('*/api/auth/account', answer))
  onSignedIn.mockImplementationOnce(requireCookie)
  const user = openPage()
  await user.type(screen.getByLabelText('Email'), 'ada')
  await user.type(screen.getByLabelText('Password'), 'a warm cup of tea{Enter}')
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
  if (problem) expect(await screen.findByText(problem)).toBeInTheDocument()
  const [outcome] = await Promise.allSettled(onSignedIn.mock.results.map(({ value }) => value))
  expect(outcome?.status).toBe(problem ? 'rejected' : 'fulfilled')
  expect(screen.getByLabelText('Email')).toHaveValue('ada')
})

it('goes on after a form that was sent before the script ran, and refused', async () => {
  respondWith(200)
  const user = openBuiltPage('/api/login', {
    built: withSignInProblem(builtPage, { problem: SIGN_IN_FAILED, identifier: 'ada' }),
  })
  expect(screen.getByRole('alert')).toHaveTextContent(SIGN_IN_FAILED)
  expect(screen.getByLabelText('Email')).toHaveValue('ada')
  await user.type(screen.getByLabelText('Password'), 'a warm cup of tea{Enter}')
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
  expect(requests.at(0)?.body).toEqual({ email: 'ada', password: 'a warm cup of tea' })
})

it('has a form that works without scripts, for both steps', () => {
  const page = new DOMParser().parseFromString(builtPage, 'text/html')
  const form = page.querySelector('form')
  // Without an action, the form keeps the path to return to.
  expect([form?.method, form?.hasAttribute('action')]).toEqual(['post', false])
  expect(
    [...page.querySelectorAll<HTMLInputElement>('form [name]')].map(({ name }) => name),
  ).toEqual(['email', 'password', 'code'])
  expect(page.querySelector('noscript')?.textContent).toMatch(/without JavaScript/)
})
