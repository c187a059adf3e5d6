import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { reasons } from '#rules/reasons.ts'
import { network } from '../test/network.ts'
import { onSignedIn, openPage, problemType, signedIn } from '../test/sign-in.tsx'

const CODE = 'Zm9yIGEgd2FybSBjdXAgb2Yg'
const ann = { id: 'user_ann', displayName: 'Ann Lee', username: 'ann', avatar: null }
let requests: unknown[] = []

beforeEach(() => {
  requests = []
})

function mockInvitation(status: number, body: object) {
  network.use(
    http.get(`*/api/auth/invitations/${CODE}`, () =>
      HttpResponse.json(body, { status, ...(status >= 400 && { headers: problemType }) }),
    ),
  )
}
function mockSignUp(status: number, body: object) {
  network.use(
    http.post('*/api/auth/sign-up/*', async ({ request }) => {
      requests.push(await request.json())
      return HttpResponse.json(body, { status, ...(status >= 400 && { headers: problemType }) })
    }),
  )
}
const ada = { name: 'Ada', username: 'ada', email: 'ada@example.com', password: 'a cup of tea' }

async function fillIn(user: UserEvent) {
  await user.type(await screen.findByLabelText('Display name'), ada.name)
  await user.type(screen.getByLabelText('Username'), ada.username)
  await user.type(screen.getByLabelText('Email'), ada.email)
  await user.type(screen.getByLabelText('Password'), ada.password)
  await user.click(screen.getByRole('button', { name: 'Create account' }))
}

it('the page of an invitation is the sign-up form, and names the inviter', async () => {
  mockInvitation(200, { inviter: ann })
  mockSignUp(200, signedIn)
  const user = openPage(`/join/${CODE}`, { signUps: 'invite' })
  expect(await screen.findByText('Ann Lee')).toBeInTheDocument()
  expect(screen.getByText('Ann Lee').parentElement).toHaveTextContent(
    'Ann Lee invited you to join.',
  )
  expect(document.title).toBe('Create an account · Good Vibes')
  expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/api/login')
  await fillIn(user)
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
  expect(requests).toEqual([{ ...ada, returnTo: '/', invitation: CODE }])
})

it('the form to sign up links to the rules, which open beside it', async () => {
  openPage('/api/login#create-account')
  const link = await screen.findByRole('link', { name: 'our rules' })
  expect(link).toHaveAttribute('href', '/rules')
  expect(link).toHaveAttribute('target', '_blank')
})

it('an invitation by the operator names no one', async () => {
  mockInvitation(200, { inviter: null })
  openPage(`/join/${CODE}`)
  expect(await screen.findByText('You’re invited to join.')).toBeInTheDocument()
})

it('the link to the provider carries the invitation, and its problem shows at the form', async () => {
  mockInvitation(200, { inviter: ann })
  openPage(`/join/${CODE}?problem=declined&returnTo=%2F`, { provider: 'Sunny ID' })
  expect(await screen.findByRole('link', { name: 'Continue with Sunny ID' })).toHaveAttribute(
    'href',
    `/api/auth/oidc?returnTo=%2F&invitation=${CODE}`,
  )
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'You cancelled signing in with Sunny ID.',
  )
})

it.each([
  ['open', 'Create an account without it', '/api/login#create-account'],
  ['invite', 'Back to sign-in', '/api/login'],
  ['approval', 'Back to sign-in', '/api/login'],
] as const)(
  'an invitation that does not work says so; sign-ups are %s',
  async (signUps, name, href) => {
    mockInvitation(404, { code: 'INVITATION_INVALID', detail: 'x' })
    openPage(`/join/${CODE}`, { signUps })
    await waitFor(() =>
      expect(screen.getByRole('heading', { name: 'This invitation doesn’t work' })).toHaveFocus(),
    )
    expect(screen.getByText(reasons.INVITATION_INVALID)).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Create account' })).toBeNull()
    expect(screen.getByRole('link', { name })).toHaveAttribute('href', href)
  },
)

it.each([429, 500, 503])(
  'an invitation that fails to load with %i has the form',
  async (status) => {
    mockInvitation(status, { code: 'BUSY', detail: 'Try again in a moment.' })
    mockSignUp(200, signedIn)
    const user = openPage(`/join/${CODE}`, { signUps: 'invite' })
    expect(await screen.findByText('You’re invited to join.')).toBeInTheDocument()
    await fillIn(user)
    await waitFor(() => expect(requests).toEqual([{ ...ada, returnTo: '/', invitation: CODE }]))
  },
)

it('an invitation that is used up while someone fills in the form says so there', async () => {
  mockInvitation(200, { inviter: ann })
  mockSignUp(403, {
    code: 'INVITATION_INVALID',
    detail: reasons.INVITATION_INVALID,
    errors: [{ field: 'invitation', message: reasons.INVITATION_INVALID }],
  })
  await fillIn(openPage(`/join/${CODE}`))
  await waitFor(() =>
    expect(screen.getByRole('alert')).toHaveTextContent(reasons.INVITATION_INVALID),
  )
})

it('where joining needs an invitation, there is no form without one', async () => {
  const user = openPage('/api/login', { signUps: 'invite', provider: 'Sunny ID' })
  await user.click(screen.getByRole('link', { name: 'Create an account' }))
  await waitFor(() =>
    expect(screen.getByRole('heading', { name: 'You need an invitation' })).toHaveFocus(),
  )
  expect(screen.queryByLabelText('Password')).toBeNull()
  expect(screen.queryByRole('link', { name: /Sunny ID/ })).toBeNull()
  await user.click(screen.getByRole('link', { name: 'Back to sign-in' }))
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeInTheDocument()
})

it.each([
  [true, /We’ll email you/],
  [false, /Sign in later/],
] as const)(
  'where moderators approve accounts, the form says so, and then that it waits (email %s)',
  async (mail, text) => {
    mockSignUp(202, { status: 'awaiting approval' })
    const user = openPage('/api/login#create-account', { signUps: 'approval', mail })
    expect(
      await screen.findByText('A moderator looks at each new account before it’s ready.'),
    ).toBeInTheDocument()
    await fillIn(user)
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Thank you' })).toHaveFocus())
    expect(screen.getByText(text)).toBeInTheDocument()
    expect(onSignedIn).not.toHaveBeenCalled()
  },
)

it.each([
  ['help@vibes.example', 'mailto:help@vibes.example'],
  ['https://vibes.example/help', 'https://vibes.example/help'],
])('applicants who wait can reach %s', async (contact, href) => {
  openPage('/api/login?step=waiting', { signUps: 'approval', contact })
  const link = await screen.findByRole('link', { name: contact })
  expect(link).toHaveAttribute('href', href)
})

it('the emailed link says that the account waits', async () => {
  mockSignUp(202, { status: 'awaiting approval' })
  const user = openPage('/api/login#finish-sign-up=abc', { signUps: 'approval', mail: true })
  await user.type(await screen.findByLabelText('Password'), ada.password)
  await user.click(screen.getByRole('button', { name: 'Create my account' }))
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Thank you' })).toHaveFocus())
  expect(onSignedIn).not.toHaveBeenCalled()
})

it('after the provider, the page says that the account waits', async () => {
  openPage('/api/login?step=waiting', { signUps: 'approval', mail: true })
  expect(await screen.findByRole('heading', { name: 'Thank you' })).toBeInTheDocument()
  expect(screen.queryByText(/You can still reach us/)).toBeNull()
  expect(screen.getByRole('link', { name: 'Back to sign-in' })).toHaveAttribute(
    'href',
    '/api/login',
  )
})
