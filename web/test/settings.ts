import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import type { OwnEmail } from '../features/auth/account/EmailSection.tsx'
import type { OwnPasskey } from '../features/auth/passkey/PasskeysSection.tsx'
import type { OwnProvider } from '../features/auth/oidc/ProviderSection.tsx'
import type { OwnSession } from '../features/auth/session/SessionsSection.tsx'
import type { OwnTwoFactor } from '../features/auth/two-factor/TwoFactorSection.tsx'
import { ada } from './data.ts'
import { answerViewer } from './feed.ts'
import { renderApp } from './render.tsx'
import { network } from './setup.ts'

export const PASSWORD_WRONG = 'That is not your password.'
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const here: OwnSession = {
  id: 's1',
  device: 'Firefox on Linux',
  createdAt: minutesAgo(90),
  lastUsedAt: minutesAgo(0),
  isCurrent: true,
}
export const phone: OwnSession = {
  id: 's2',
  device: 'Safari on iPhone',
  createdAt: minutesAgo(900),
  lastUsedAt: minutesAgo(7),
  isCurrent: false,
}

interface Account {
  sessions: OwnSession[]
  passkeys: OwnPasskey[]
  email: OwnEmail
  twoFactor: OwnTwoFactor
  own: { hasPassword: boolean; needsUsername: boolean; provider: OwnProvider | null }
  /** What was sent, in words: method, path and body. */
  sent: unknown[]
}

/** What the server keeps, anew for each test. */
export let account: Account
/** Where the page was led. */
export const [assign, replace] = [vi.fn(), vi.fn()]

beforeEach(() => {
  account = {
    sessions: [here, phone],
    passkeys: [{ id: 'p1', name: 'Kitchen tablet', createdAt: '2026-03-04T05:06:07.000Z' }],
    email: { email: 'ada@example.org', isVerified: false, canVerify: true },
    twoFactor: { isOn: false, since: null, recoveryCodesLeft: 0 },
    own: { hasPassword: true, needsUsername: false, provider: null },
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

/** Answers as the server would where all is well; `refusals` by method and path. */
export function serve(refusals: Record<string, [status: number, problem: object]> = {}) {
  network.use(
    http.all('*/api/auth/*', async ({ request }) => {
      const { pathname } = new URL(request.url)
      const path = pathname.slice('/api/auth'.length)
      const body = await request.text()
      const call = `${request.method} ${path}`
      if (request.method !== 'GET') account.sent.push(body ? [call, JSON.parse(body)] : [call])
      const refusal = refusals[call]
      if (refusal)
        return HttpResponse.json(refusal[1], {
          status: refusal[0],
          headers: { 'content-type': 'application/problem+json' },
        })
      if (call === 'GET /sessions') return HttpResponse.json(account.sessions)
      if (call === 'GET /passkeys') return HttpResponse.json(account.passkeys)
      if (call === 'GET /account') return HttpResponse.json(account.own)
      if (call === 'POST /oidc/connect')
        return HttpResponse.json({ url: 'https://sunny.example/authorize' })
      if (call === 'POST /oidc/disconnect')
        account.own = { ...account.own, provider: { name: 'Sunny ID', isConnected: false } }
      if (call === 'GET /email') return HttpResponse.json(account.email)
      if (call === 'GET /two-factor') return HttpResponse.json(account.twoFactor)
      if (path.startsWith('/two-factor/')) return answerTwoFactor(path)
      if (path.startsWith('/passkey/')) return answerPasskey(path, body)
      const id = path.split('/')[2]
      if (path.startsWith('/sessions') || path === '/change-password')
        account.sessions = account.sessions.filter(
          (each) => each.isCurrent || (id && each.id !== id),
        )
      if (request.method === 'PATCH')
        account.passkeys = account.passkeys.map((each) =>
          each.id === id ? { ...each, ...JSON.parse(body) } : each,
        )
      else if (path.startsWith('/passkeys'))
        account.passkeys = account.passkeys.filter((each) => each.id !== id)
      return new HttpResponse(null, { status: 204 })
    }),
  )
}

function answerPasskey(path: string, body: string) {
  if (path === '/passkey/generate-register-options')
    return HttpResponse.json({ challenge: 'made-up' })
  const passkey: OwnPasskey = {
    id: 'p2',
    name: JSON.parse(body).name,
    createdAt: '2026-03-05T05:06:07.000Z',
  }
  account.passkeys.push(passkey)
  account.sessions = account.sessions.filter((each) => each.isCurrent)
  return HttpResponse.json({ passkey }, { status: 201 })
}

function answerTwoFactor(path: string) {
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
  answerViewer(ada)
  await renderApp('/settings')
  expect(await screen.findByRole('heading', { name: 'Settings', level: 1 })).toBeInTheDocument()
}
export const section = async (name: string) => within(await screen.findByRole('region', { name }))
export const press = async (name: string) =>
  userEvent.click(await screen.findByRole('button', { name }))
export const toasts = () => screen.findByRole('region', { name: /^Notifications/ })
