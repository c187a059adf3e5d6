import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import type { AccountEmail } from '../features/auth/account/EmailSection.tsx'
import type { AccountProvider } from '../features/auth/oidc/ProviderSection.tsx'
import type { AccountPasskey } from '../features/auth/passkey/PasskeysSection.tsx'
import type { AccountSession } from '../features/auth/session/SessionsSection.tsx'
import type { TwoFactorStatus } from '../features/auth/two-factor/TwoFactorSection.tsx'
import { ada } from './data.ts'
import { mockViewer } from './feed.ts'
import { renderApp } from './render.tsx'
import { network } from './setup.ts'

export const PASSWORD_WRONG = 'That is not your password.'
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const here: AccountSession = {
  id: 's1',
  device: 'Firefox on Linux',
  createdAt: minutesAgo(90),
  lastUsedAt: minutesAgo(0),
  isCurrent: true,
}
export const phone: AccountSession = {
  id: 's2',
  device: 'Safari on iPhone',
  createdAt: minutesAgo(900),
  lastUsedAt: minutesAgo(7),
  isCurrent: false,
}

interface Account {
  sessions: AccountSession[]
  passkeys: AccountPasskey[]
  email: AccountEmail
  twoFactor: TwoFactorStatus
  details: { hasPassword: boolean; needsUsername: boolean; provider: AccountProvider | null }
  /** Requests other than GET: method, path and body. */
  sent: unknown[]
}

/** The state of the mocked server, reset before each test. */
export let account: Account
/** Mocks of `location`. */
export const [assign, replace] = [vi.fn(), vi.fn()]

beforeEach(() => {
  account = {
    sessions: [here, phone],
    passkeys: [{ id: 'p1', name: 'Kitchen tablet', createdAt: '2026-03-04T05:06:07.000Z' }],
    email: { email: 'ada@example.org', isVerified: false, canVerify: true },
    twoFactor: { isOn: false, since: null, recoveryCodesLeft: 0 },
    details: { hasPassword: true, needsUsername: false, provider: null },
    sent: [],
  }
  const { href, origin } = location
  vi.stubGlobal('location', { href, origin, assign, replace, pathname: '/settings', search: '' })
})
afterEach(() => {
  vi.unstubAllGlobals()
  assign.mockReset()
  replace.mockReset()
  document.querySelector('meta[name="demo-user"]')?.remove()
})

/** Mocks the account endpoints; `failures` by method and path. */
export function mockAccountApi(failures: Record<string, [status: number, problem: object]> = {}) {
  network.use(
    http.all('*/api/auth/*', async ({ request }) => {
      const { pathname } = new URL(request.url)
      const path = pathname.slice('/api/auth'.length)
      const body = await request.text()
      const call = `${request.method} ${path}`
      if (request.method !== 'GET') account.sent.push(body ? [call, JSON.parse(body)] : [call])
      const failure = failures[call]
      if (failure)
        return HttpResponse.json(failure[1], {
          status: failure[0],
          headers: { 'content-type': 'application/problem+json' },
        })
      if (call === 'GET /sessions') return HttpResponse.json(account.sessions)
      if (call === 'GET /passkeys') return HttpResponse.json(account.passkeys)
      if (call === 'GET /account') return HttpResponse.json(account.details)
      if (call === 'POST /oidc/connect')
        return HttpResponse.json({ url: 'https://sunny.example/authorize' })
      if (call === 'POST /oidc/disconnect')
        account.details = { ...account.details, provider: { name: 'Sunny ID', isConnected: false } }
      if (call === 'GET /email') return HttpResponse.json(account.email)
      if (call === 'GET /two-factor') return HttpResponse.json(account.twoFactor)
      if (path.startsWith('/two-factor/')) return twoFactorResponse(path)
      if (path.startsWith('/passkey/')) return passkeyResponse(path, body)
      const id = path.split('/')[2]
      if (path.startsWith('/sessions') || path === '/change-password')
        account.sessions = account.sessions.filter(
          (session) => session.isCurrent || (id && session.id !== id),
        )
      if (request.method === 'PATCH')
        account.passkeys = account.passkeys.map((passkey) =>
          passkey.id === id ? { ...passkey, ...JSON.parse(body) } : passkey,
        )
      else if (path.startsWith('/passkeys'))
        account.passkeys = account.passkeys.filter((passkey) => passkey.id !== id)
      return new HttpResponse(null, { status: 204 })
    }),
  )
}

function passkeyResponse(path: string, body: string) {
  if (path === '/passkey/generate-register-options')
    return HttpResponse.json({ challenge: 'made-up' })
  const passkey: AccountPasskey = {
    id: 'p2',
    name: JSON.parse(body).name,
    createdAt: '2026-03-05T05:06:07.000Z',
  }
  account.passkeys.push(passkey)
  account.sessions = account.sessions.filter((session) => session.isCurrent)
  return HttpResponse.json({ passkey }, { status: 201 })
}

function twoFactorResponse(path: string) {
  if (path === '/two-factor/start')
    return HttpResponse.json({
      key: 'ABCDEFGH',
      uri: 'otpauth://totp/Good%20Vibes:ada?secret=ABCDEFGH',
    })
  const isOn = path !== '/two-factor/turn-off'
  account.twoFactor = {
    isOn,
    since: isOn ? '2026-03-04T05:06:07.000Z' : null,
    recoveryCodesLeft: isOn ? 2 : 0,
  }
  return HttpResponse.json({ recoveryCodes: ['abcd-efgh', 'jkmn-pqrs'] })
}

export async function openSettings() {
  mockViewer(ada)
  await renderApp('/settings')
  expect(await screen.findByRole('heading', { name: 'Settings', level: 1 })).toBeInTheDocument()
}
export const section = async (name: string) => within(await screen.findByRole('region', { name }))
export const clickButton = async (name: string) =>
  userEvent.click(await screen.findByRole('button', { name }))
export const toasts = () => screen.findByRole('region', { name: /^Notifications/ })
