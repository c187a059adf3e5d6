import { expect, test } from 'vitest'
import { toPublicId } from '#api/lib/ids.ts'
import { whileDeleted, whileLocked } from '#api/test/database/locks.ts'
import { CREATE_TOKEN } from '#api/test/people/api-tokens.ts'
import { authenticator } from '#api/test/people/authenticator.ts'
import type { TestBrowser } from '#api/test/people/browser.ts'
import { onTwoDevices, userStatus } from '#api/test/people/devices.ts'
import { post } from '#api/test/people/emails.ts'
import { addPasskey } from '#api/test/people/passkeys.ts'
import { testServer } from '#api/test/servers/server.ts'
import { CREATE_WEBHOOK, NEW_POSTS, REDELIVER, RESUME } from '#api/test/servers/webhooks.ts'
import { lockAccount } from './login-methods.ts'
import { endOtherAccess } from './other-access.ts'

const server = await testServer()
const { database, ids } = server.services

const graphql = (browser: TestBrowser, query: string, variables: object) =>
  browser.fetch('/graphql', { json: { query, variables } })
const createToken = (browser: TestBrowser) =>
  graphql(browser, CREATE_TOKEN, { input: { name: 'A script', scopes: ['read'] } })
const createWebhook = (browser: TestBrowser) =>
  graphql(browser, CREATE_WEBHOOK, { url: 'https://example.com/', subscription: NEW_POSTS })

/** The owner's password changes while a request of another device waits for the account. */
const duringChange = <Result>(userId: string, call: () => Promise<Result>): Promise<Result> =>
  whileLocked(database, {
    lock: (transaction) => lockAccount(transaction, userId),
    call,
    change: (transaction) => endOtherAccess(transaction, { userId, token: null }),
  })

const creations = { createApiToken: createToken, createWebhook }

test.each(Object.entries(creations))(
  'attack 33: %s of a session that ends meanwhile is refused',
  async (name, create) => {
    const { phone, uuid } = await onTwoDevices(server)
    const userErrors = [expect.objectContaining({ code: 'UNAUTHENTICATED' })]
    const refused = { data: { [name]: expect.objectContaining({ userErrors }) } }
    const response = await duringChange(uuid, () => create(phone))
    expect(await response.json()).toEqual(refused)
    expect(await database.apiToken.count({ where: { userId: uuid } })).toBe(0)
    expect(await database.webhook.count({ where: { ownerId: uuid } })).toBe(0)
    const other = await onTwoDevices(server)
    const late = await whileDeleted(database, other.uuid, () => create(other.phone))
    expect(await late.json()).toEqual(refused)
  },
)

const resumptions = { redeliverWebhook: REDELIVER, resumeWebhook: RESUME }

test.each(Object.entries(resumptions))(
  'attack 33: %s of a session that ends meanwhile resumes nothing',
  async (name, query) => {
    const { phone, uuid } = await onTwoDevices(server)
    await createWebhook(phone)
    const { id: webhookId } = await database.webhook.findFirstOrThrow({ where: { ownerId: uuid } })
    const delivery = { id: ids.next(), kind: 'POST' as const, subjectId: uuid }
    await database.webhookDelivery.create({ data: { ...delivery, webhookId } })
    const id =
      query === RESUME
        ? toPublicId('Webhook', webhookId)
        : toPublicId('WebhookDelivery', delivery.id)
    const response = await duringChange(uuid, () => graphql(phone, query, { id }))
    expect(await response.json()).toMatchObject({
      data: { [name]: { userErrors: [{ code: 'UNAUTHENTICATED' }] } },
    })
    const { pausedAt } = await database.webhook.findUniqueOrThrow({ where: { id: webhookId } })
    expect(pausedAt).not.toBeNull()
  },
)

const device = authenticator(server.url)
const changes: Record<string, (browser: TestBrowser, password: string) => Promise<Response>> = {
  'a new email address': (browser, password) =>
    post(browser, 'change-email', { email: `${ids.next()}@example.org`, password }),
  'an added passkey': (browser) => addPasskey(browser, device),
}

test.each(Object.entries(changes))(
  'attack 33: %s of a session that ends meanwhile changes nothing',
  async (_name, change) => {
    const { phone, laptop, account, uuid } = await onTwoDevices(server)
    const before = await database.user.findUnique({ where: { id: uuid } })
    expect((await duringChange(uuid, () => change(phone, account.password))).status).toBe(401)
    expect([await userStatus(laptop), await userStatus(phone)]).toEqual([401, 401])
    expect(await database.user.findUnique({ where: { id: uuid } })).toEqual(before)
    expect(await database.passkey.count({ where: { userId: uuid } })).toBe(0)
  },
)
