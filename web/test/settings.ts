import type { Unmasked } from '@apollo/client/masking'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import type {
  AccountDetails,
  AccountEmail,
  AccountPasskey,
  AccountSession,
  TwoFactorStatus,
} from '#rules/account-api.ts'
import type { InvitationRow_InvitationFragment } from '../features/invitation/InvitationRow.generated.ts'
import { api } from './api.ts'
import { mockApiTokens, type TokenData } from './api-tokens.ts'
import { ada, connection } from './data.ts'
import { mockViewer } from './feed.ts'
import { type HiddenPeople, mockHiddenPeople } from './hidden-people.ts'
import { network } from './network.ts'
import { mockNotificationSettings, type SettingsData } from './notifications.ts'
import { mockReports, type ReportData } from './own-reports.ts'
import { renderApp } from './render.tsx'
import { mockWebhooks, type WebhookData } from './webhooks.ts'

export const PASSWORD_WRONG = 'That is not your password.'
/** Half an hour more, so that a slow test reads the same number. */
const hoursAgo = (hours: number) => new Date(Date.now() - (hours + 0.5) * 3_600_000).toISOString()
const here: AccountSession = {
  id: 's1',
  device: 'Firefox on Linux',
  createdAt: hoursAgo(2),
  lastUsedAt: new Date().toISOString(),
  isCurrent: true,
}
export const phone: AccountSession = {
  id: 's2',
  device: 'Safari on iPhone',
  createdAt: hoursAgo(15),
  lastUsedAt: hoursAgo(7),
  isCurrent: false,
}

interface Account {
  sessions: AccountSession[]
  passkeys: AccountPasskey[]
  email: AccountEmail
  twoFactor: TwoFactorStatus
  details: AccountDetails
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
      if (call === 'POST /change-email') return emailResponse(body)
      if (call === 'GET /two-factor') return HttpResponse.json(account.twoFactor)
      if (path.startsWith('/two-factor/')) return twoFactorResponse(path)
      if (path.startsWith('/passkey/')) return passkeyResponse(path, body)
      const id = path.split('/')[2]
      if (path.startsWith('/sessions') || path === '/change-password')
        account.sessions = account.sessions.filter(
          (session) => session.isCurrent || (id && session.id !== id),
        )
      if (request.method === 'PATCH') {
        account.passkeys = account.passkeys.map((passkey) =>
          passkey.id === id ? { ...passkey, ...JSON.parse(body) } : passkey,
        )
        return HttpResponse.json({ id, ...JSON.parse(body) })
      }
      if (path.startsWith('/passkeys'))
        account.passkeys = account.passkeys.filter((passkey) => passkey.id !== id)
      return new HttpResponse(null, { status: 204 })
    }),
  )
}

function emailResponse(body: string) {
  if (account.email.canVerify)
    return HttpResponse.json({ status: 'check your mail' }, { status: 202 })
  account.email = { ...account.email, email: JSON.parse(body).email }
  return HttpResponse.json({ status: 'changed' })
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

type InvitationData = Unmasked<InvitationRow_InvitationFragment>

interface Inviting {
  role?: 'MEMBER' | 'MODERATOR' | 'ADMIN'
  canInvite?: boolean
  /** Null: they cannot be loaded. */
  invitations?: InvitationData[] | null
}

/**
 * Mocks what the settings query for the page: whether the viewer can invite, and the invitations.
 */
export function mockInvitations({
  role = 'MEMBER',
  canInvite = false,
  invitations = [],
}: Inviting = {}) {
  network.use(
    api.query('Settings', () =>
      !invitations
        ? new HttpResponse(null, { status: 500 })
        : HttpResponse.json({
            data: {
              viewer: {
                ...ada,
                role,
                canInvite,
                invitations: connection('Invitation', invitations),
              },
            },
          }),
    ),
  )
}

export async function openSettings({
  hiddenPeople,
  reports = [],
  notifications,
  tokens,
  webhooks = [],
  ...inviting
}: Inviting & {
  hiddenPeople?: HiddenPeople
  reports?: ReportData[]
  notifications?: SettingsData
  tokens?: TokenData[]
  /** Null: they cannot be loaded. */
  webhooks?: WebhookData[] | null
} = {}) {
  mockViewer(ada)
  mockInvitations(inviting)
  mockHiddenPeople(hiddenPeople)
  mockReports({ reports })
  mockApiTokens(tokens)
  const savedNotifications = mockNotificationSettings(notifications)
  mockWebhooks(webhooks)
  const { visit } = await renderApp('/settings')
  expect(await screen.findByRole('heading', { name: 'Settings', level: 1 })).toBeInTheDocument()
  return { savedNotifications, visit }
}
export const section = async (name: string) => within(await screen.findByRole('region', { name }))
export const clickButton = async (name: string) =>
  userEvent.click(await screen.findByRole('button', { name }))
