import {
  type BrowserContext,
  test as base,
  expect,
  type Page,
  type Request,
} from '@playwright/test'
import { type Notified, recordNotifications } from './notifications.ts'

export { expect }

export interface Member {
  displayName: string
  username: string
  email: string
  password: string
}

let memberCount = 0

/** Account data with a unique username and email. */
export function newMember(displayName = 'Robin Journey'): Member {
  const username =
    `robin_${process.pid}_${(memberCount++).toString(36)}_${Date.now().toString(36)}`.slice(0, 30)
  return { displayName, username, email: `${username}@example.com`, password: 'a warm cup of tea' }
}

/** Signs up over REST and keeps the session cookie in the context. */
export async function signUp(
  context: BrowserContext,
  origin: string,
  member: Member,
): Promise<void> {
  const response = await context.request.post(`${origin}/api/auth/sign-up/email`, {
    headers: { Origin: origin },
    data: {
      name: member.displayName,
      username: member.username,
      email: member.email,
      password: member.password,
    },
  })
  expect(response.ok(), await response.text()).toBe(true)
}

/** Sends a GraphQL operation with the context's session. */
export async function graphql<T>(
  context: BrowserContext,
  origin: string,
  query: string,
  variables: object = {},
): Promise<T> {
  const response = await context.request.post(`${origin}/graphql`, {
    headers: { Origin: origin },
    data: { query, variables },
  })
  const { data, errors } = await response.json()
  expect(errors).toBeUndefined()
  return data
}

/** Shares a post or a reply. @returns its id */
export async function sharePost(
  context: BrowserContext,
  origin: string,
  content: string,
  inReplyToId?: string,
): Promise<string> {
  const data = await graphql<{ createPost: { post: { id: string } | null } }>(
    context,
    origin,
    `mutation Share($input: CreatePostInput!) {
      createPost(input: $input) { post { id } userErrors { message } }
    }`,
    { input: { content, inReplyToId } },
  )
  return data.createPost.post?.id ?? ''
}

/** Whether a request is what an idle page of a new account sends, at any moment. */
export const storesTimeZone = (request: Request) =>
  request.postData()?.includes('"input":{"timeZone"') === true

/** Waits until the server has answered the change that the act makes, so that a reload keeps it. */
export async function saved(page: Page, act: Promise<void>): Promise<void> {
  const isChange = (request: Request) =>
    request.postData()?.includes('mutation ') === true && !storesTimeZone(request)
  await Promise.all([page.waitForResponse((response) => isChange(response.request())), act])
}

export const post = (page: Page, text: string) =>
  page.getByRole('article').filter({ hasText: text })
export const notifications = (page: Page) => page.getByRole('region', { name: 'Messages' })

interface Fixtures {
  /** Of the product. */
  origin: string
  /** A new one, who is signed in. */
  member: Member
  /** The page's CSP violations. */
  cspReports: string[]
  /** Waits for a notification of the page. */
  notified: Notified
}

export const test = base.extend<Fixtures>({
  baseURL: async ({}, use) => use(process.env.JOURNEY_ORIGIN),
  origin: async ({ baseURL }, use) => use(baseURL ?? ''),
  member: async ({ context, origin }, use) => {
    const member = newMember()
    await signUp(context, origin, member)
    await use(member)
  },
  cspReports: async ({ page }, use) => {
    const reports: string[] = []
    page.on('console', (message) => {
      if (/Content Security Policy/i.test(message.text())) reports.push(message.text())
    })
    await use(reports)
  },
  notified: async ({ page }, use) => use(await recordNotifications(page)),
})
