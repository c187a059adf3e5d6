import { expect, type Locator, type Page, type Route } from '@playwright/test'

/** Gives a text of the catalogue as the page shows it. */
export type Say = (text: string) => string

export interface Screen {
  name: string
  path: string
  /** Who looks. A member by default. */
  as?: 'visitor' | 'administrator'
  /** Brings the page into the state to look at. */
  ready(page: Page, say: Say): Promise<unknown>
  /** Takes back what `ready` changed, because any other screen may come next. */
  leave?(page: Page): Promise<unknown>
  /** What its pictures show in the middle, if that is not the top of the page. */
  subject?(page: Page): Locator
  /** 200 by default. */
  status?: number
  /** Whether the whole page is compared, not only its first screen. */
  isWhole?: boolean
}

export const firstPost = (page: Page) => page.getByRole('article').first().waitFor()

/** Opens the first or last menu of the newest post, and waits until it is complete. */
export async function openPostMenu(page: Page, which: 'first' | 'last') {
  const post = page.getByRole('article').first()
  await post.locator('[aria-haspopup=menu]')[which]().click()
  await page.getByRole('menuitem').first().waitFor()
  // A click while entries change could meet another one.
  await expect(page.getByRole('menuitem', { disabled: true })).toHaveCount(0)
}

/** Sends a GraphQL operation as the viewer of the page. */
export async function send(page: Page, query: string) {
  const { origin } = new URL(page.url())
  const headers = { Origin: origin }
  const response = await page.request.post(`${origin}/graphql`, { headers, data: { query } })
  return (await response.json()).data
}

/** Answers one operation of the page. */
export function answer(page: Page, operation: string, data: object) {
  return page.route('**/graphql', (route: Route) =>
    route.request().postDataJSON()?.operationName === operation
      ? route.fulfill({
          contentType: 'application/graphql-response+json',
          body: JSON.stringify({ data }),
        })
      : route.fallback(),
  )
}

/** A connection of one page, for an answer. */
export const connection = (type: string, nodes: object[]) => ({
  __typename: `${type}Connection`,
  edges: nodes.map((node) => ({ __typename: `${type}Edge`, node: { __typename: type, ...node } })),
  pageInfo: { __typename: 'PageInfo', endCursor: null, hasNextPage: false },
})

/** Loads the page again with changed HTML. */
export async function reloadChanged(page: Page, change: (html: string) => string) {
  const here = page.url()
  const isHere = ({ href }: URL) => href === here
  await page.route(isHere, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: change(await response.text()) })
  })
  await page.reload()
}

/** Loads the page again without its first data, so that it asks for them. */
export const reloadWithoutData = (page: Page) =>
  reloadChanged(page, (html) => html.replace('id="preloaded-data"', ''))

/** Answers a request for a stream with these results. The page opens it again after a second. */
function fulfillStream(route: Route, results: object[]) {
  const events = results.map((result) => `event: next\ndata: ${JSON.stringify(result)}\n\n`)
  return route.fulfill({
    contentType: 'text/event-stream',
    body: `${events.join('')}event: complete\ndata:\n\n`,
  })
}

/** Answers a subscription of the page with one event, each time that the page opens its stream. */
export function answerStream(page: Page, subscription: string, data: object) {
  return page.route('**/graphql', (route: Route) =>
    route.request().postData()?.includes(`subscription ${subscription}`)
      ? fulfillStream(route, [{ data }])
      : route.fallback(),
  )
}
