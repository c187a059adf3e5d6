import { createHash } from 'node:crypto'
import type { Email } from 'postal-mime'
import { expect } from 'vitest'
import type { Database } from '#api/database/client.ts'
import type { SignUp } from '#api/features/auth/common/account-input.ts'
import { createAccount } from '#api/features/auth/creation/account.write.ts'
import { whileLocked } from '../database/locks.ts'
import type { MailServer } from '../servers/mail-server.ts'
import type { TestServer } from '../servers/server.ts'
import type { TestBrowser } from './browser.ts'

export const post = (visitor: TestBrowser, path: string, json: object = {}) =>
  visitor.fetch(`/api/auth/${path}`, { json })

let members = 0

/** A sign-up's input with an unused username and email. */
export function newSignUp(): SignUp {
  const number = ++members
  return {
    name: `Member ${number}`,
    username: `reader_${number}`,
    email: `member${number}@example.org`,
    password: 'sunny day 1',
  }
}

/** A signed-in member with an unverified email, and the verification email they requested. */
export async function unverifiedMember(
  server: TestServer,
  mails: MailServer,
): Promise<{ visitor: TestBrowser; account: SignUp; uuid: string; mail: Email }> {
  const account = newSignUp()
  const { id: uuid } = await createAccount(server.services, account)
  const visitor = server.browser()
  expect((await post(visitor, 'sign-in/email', account)).status).toBe(200)
  expect((await post(visitor, 'send-verification')).status).toBe(204)
  return { visitor, account, uuid, mail: await mails.next() }
}

/** The form and the token of an email's link. */
export function linkIn({ text = '' }: Email): { form: string; token: string } {
  const [, form = '', token = ''] =
    /\/api\/login\?from-mail#([\w-]+)=([\w-]{43})\n/.exec(text) ?? []
  return { form, token }
}

export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')

/** Uses a link in three requests at once: all find it before the first deletes it. */
export async function openConcurrently(
  database: Database,
  token: string,
  openLink: () => Promise<Response>,
): Promise<number[]> {
  const responses = await whileLocked(database, {
    lock: (transaction) => transaction.$executeRaw`
      SELECT FROM "MailLink" WHERE "hash" = ${hashToken(token)} FOR UPDATE`,
    call: () => Promise.all([openLink(), openLink(), openLink()]),
    waiting: 3,
  })
  return responses.map(({ status }) => status).toSorted()
}
