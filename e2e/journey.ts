import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'

export { expect }

export interface Member {
  displayName: string
  username: string
  email: string
  password: string
}

let made = 0

/** Someone new: nobody else in any journey has these names. */
export function someone(displayName = 'Robin Journey'): Member {
  const username = `robin_${process.pid}_${(made++).toString(36)}_${Date.now().toString(36)}`.slice(
    0,
    30,
  )
  return { displayName, username, email: `${username}@example.com`, password: 'a warm cup of tea' }
}

/** Signs a new account up for the context's pages, as a script would. */
export async function signUp(
  context: BrowserContext,
  origin: string,
  member: Member,
): Promise<void> {
  const answer = await context.request.post(`${origin}/api/auth/sign-up/email`, {
    headers: { Origin: origin },
    data: {
      name: member.displayName,
      username: member.username,
      email: member.email,
      password: member.password,
    },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
}

/** Sends a GraphQL operation as the context's account. */
export async function graphql<T>(
  context: BrowserContext,
  origin: string,
  query: string,
  variables: object = {},
): Promise<T> {
  const answer = await context.request.post(`${origin}/graphql`, {
    headers: { Origin: origin },
    data: { query, variables },
  })
  const { data, errors } = await answer.json()
  expect(errors).toBeUndefined()
  return data
}

export async function share(
  context: BrowserContext,
  origin: string,
  content: string,
): Promise<string> {
  const data = await graphql<{ createPost: { post: { id: string } | null } }>(
    context,
    origin,
    'mutation Share($input: CreatePostInput!) { createPost(input: $input) { post { id } userErrors { message } } }',
    { input: { content } },
  )
  return data.createPost.post?.id ?? ''
}

export const post = (page: Page, text: string) =>
  page.getByRole('article').filter({ hasText: text })
export const notifications = (page: Page) => page.getByRole('region', { name: /^Notifications/ })

/** `origin` of the running product, and `member`: a page whose visitor is signed in with a new account. */
export const test = base.extend<{ origin: string; member: Member; cspReports: string[] }>({
  baseURL: async ({}, use) => use(process.env.JOURNEY_ORIGIN),
  origin: async ({ baseURL }, use) => use(baseURL ?? ''),
  member: async ({ context, origin }, use) => {
    const member = someone()
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
})
