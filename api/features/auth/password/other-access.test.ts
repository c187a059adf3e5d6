import { expect, test } from 'vitest'
import { createProgram } from '#api/test/people/api-tokens.ts'
import { authenticator } from '#api/test/people/authenticator.ts'
import type { SignedUp, TestBrowser } from '#api/test/people/browser.ts'
import { signInFrom, userStatus } from '#api/test/people/devices.ts'
import { post } from '#api/test/people/emails.ts'
import { addPasskey } from '#api/test/people/passkeys.ts'
import { turnOnTwoFactor } from '#api/test/people/two-factor.ts'
import { uuidOf } from '#api/test/people/uuid-of.ts'
import { subscribe } from '#api/test/servers/event-stream.ts'
import { testServer } from '#api/test/servers/server.ts'
import { CREATE_WEBHOOK, NEW_POSTS, WEBHOOKS } from '#api/test/servers/webhooks.ts'
import { reasons } from '#rules/reasons.ts'
import { createLink } from '../mail/mail-link.write.ts'
import { resetPasswordByLink } from './password.write.ts'

const server = await testServer()

interface Change {
  /** What has to exist before the other device signs in. */
  prepare?: (laptop: TestBrowser) => Promise<unknown>
  change: (laptop: TestBrowser, account: SignedUp) => Promise<unknown>
}

const aPasskey = (laptop: TestBrowser) => addPasskey(laptop, authenticator(server.url))

const changes: Record<string, Change> = {
  'a new password': {
    change: (laptop, { password }) =>
      post(laptop, 'change-password', {
        currentPassword: password,
        newPassword: 'a rainy evening',
      }),
  },
  'a new email address': {
    change: (laptop, { email, password }) =>
      post(laptop, 'change-email', { email: `new.${email}`, password }),
  },
  'an added passkey': { change: aPasskey },
  'a removed passkey': {
    prepare: aPasskey,
    change: async (laptop) => {
      const listed = await laptop.fetch('/api/auth/passkeys')
      const [passkey] = (await listed.json()) as { id: string }[]
      await laptop.fetch(`/api/auth/passkeys/${passkey?.id}`, { method: 'DELETE' })
    },
  },
  'two-step sign-in': { change: turnOnTwoFactor },
}

async function resetToken({ id, email }: SignedUp): Promise<string> {
  const path = await createLink(server.services, 'RESET_PASSWORD', { id: uuidOf(id), email })
  return path.replace(/^.*=/, '')
}

async function createWebhook(owner: TestBrowser): Promise<void> {
  const variables = { url: 'https://example.com/', subscription: NEW_POSTS }
  const response = await owner.fetch('/graphql', { json: { query: CREATE_WEBHOOK, variables } })
  expect(await response.json()).toMatchObject({ data: { createWebhook: { userErrors: [] } } })
}

async function pausesOf(owner: TestBrowser, { id }: SignedUp): Promise<boolean[]> {
  const json = { query: WEBHOOKS, variables: { id } }
  const { data } = (await (await owner.fetch('/graphql', { json })).json()) as {
    data: { user: { webhooks: { pausedAt: string | null }[] } }
  }
  return data.user.webhooks.map(({ pausedAt }) => pausedAt !== null)
}

test.each(Object.entries(changes))(
  'attack 33: %s ends other sessions, API tokens, their streams and reset links, and pauses webhooks',
  async (_name, { prepare, change }) => {
    const laptop = server.browser()
    const account = await laptop.signUp()
    await prepare?.(laptop)
    const phone = await signInFrom(server, account, account.password)
    const { script } = await createProgram(server, laptop, ['read', 'read:private'])
    const token = await resetToken(account)
    await createWebhook(phone)
    const query = 'subscription { feedUpdated { newestId } }'
    const streams = [await subscribe(phone, { query }), await subscribe(script, { query })]
    for (const stream of streams) await stream.next()
    expect(await pausesOf(laptop, account)).toEqual([false])
    expect(await Promise.all([laptop, phone, script].map(userStatus))).toEqual([200, 200, 200])
    await change(laptop, account)
    expect(await Promise.all([laptop, phone, script].map(userStatus))).toEqual([200, 401, 401])
    for (const stream of streams) expect(await stream.ended).toBe('complete')
    expect(await pausesOf(laptop, account)).toEqual([true])
    await expect(resetPasswordByLink(server.services, token, 'an intruder 1')).rejects.toThrow(
      reasons.LINK_INVALID,
    )
  },
)
