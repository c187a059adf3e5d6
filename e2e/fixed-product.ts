import { type BrowserContext, test as base, expect, type Page, type Route } from '@playwright/test'
import { demoContent } from '#demo/content.ts'
import { pseudo } from '../web/build/pseudo-text.ts'
import { graphql, signUp } from './journey.ts'
import { addExamples, INVITATION_CODE, setRole } from './product-data.ts'
import { settings, startPseudoProduct } from './pseudo-product.ts'
import { fulfillStream } from './screen.ts'
import type { Screen } from './screens.ts'
import { type Product, startProduct } from './server.ts'

/** The time that every page shows. */
const NOW = Date.UTC(2026, 2, 14, 10)
/** Its code is random. */
const INVITATION_LINK = /\/join\/[\w-]{24}(?=")/g
const ISO_TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g
/** Emoji and other scripts come from the system's fonts, which differ. */
const EMOJI = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200D|\uFE0F/gu
const OTHER_SCRIPT = /[\p{L}--\p{Script=Latin}]/gv

const member = {
  displayName: 'Robin Journey',
  username: 'robin_journey',
  email: 'robin@example.com',
  password: 'a warm cup of tea',
}

const administrator = {
  displayName: 'Alex Keeper',
  username: 'alex_keeper',
  email: 'alex@example.com',
  password: 'a warm cup of tea',
}

interface FixedProduct {
  url: string
  /** The sessions of a member and of an administrator. */
  cookies: Record<'member' | 'administrator', Awaited<ReturnType<BrowserContext['cookies']>>>
  /** Dates a response as if the product had been started at the fixed time. */
  fix(text: string): string
}

/** The age of the newest demo post when it was stored. */
const newestAge = () => {
  const later = Date.UTC(2100, 0)
  return later - (demoContent(later).posts.at(-1)?.createdAt.getTime() ?? later)
}

async function prepare(product: Product, context: BrowserContext): Promise<FixedProduct> {
  const { feed } = await graphql<{ feed: { edges: { node: { createdAt: string } }[] } }>(
    context,
    product.url,
    '{ feed(first: 1) { edges { node { createdAt } } } }',
  )
  const startedAt = Date.parse(feed.edges[0]?.node.createdAt ?? '') + newestAge()
  await signUp(context, product.url, member)
  const memberCookies = await context.cookies()
  await context.clearCookies()
  await signUp(context, product.url, administrator)
  await setRole(product.dataDir, administrator.username, 'ADMIN')
  await addExamples(product.dataDir)
  return {
    url: product.url,
    cookies: { member: memberCookies, administrator: await context.cookies() },
    fix: (text) =>
      text
        .replaceAll(product.url, 'https://vibes.example.com')
        .replaceAll(INVITATION_LINK, `/join/${INVITATION_CODE}`)
        .replaceAll(ISO_TIME, (time) =>
          new Date(NOW + Math.min(0, Date.parse(time) - startedAt)).toISOString(),
        )
        .replaceAll(EMOJI, '')
        .replaceAll(OTHER_SCRIPT, 'x'),
  }
}

interface PageOptions {
  direction: 'ltr' | 'rtl'
}

interface WorkerOptions {
  /** Which text the client has. */
  text: 'english' | 'pseudo'
}

const changePage = (html: string, direction: PageOptions['direction']) =>
  direction === 'rtl' ? html.replace('<html lang="en">', '<html lang="ar" dir="rtl">') : html

/** Fixtures: a product of its own with the same content and times in every run. */
export const test = base.extend<
  PageOptions & { openScreen: (screen: Screen) => Promise<Page> },
  WorkerOptions & { product: FixedProduct }
>({
  direction: ['ltr', { option: true }],
  text: ['english', { option: true, scope: 'worker' }],
  product: [
    async ({ browser, text }, use) => {
      const product = await (text === 'pseudo' ? startPseudoProduct() : startProduct(settings))
      const context = await browser.newContext()
      await use(await prepare(product, context))
      await context.close()
      await product.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  openScreen: async ({ page, context, product, direction, text }, use) => {
    const answer = async (route: Route) => {
      // A stream would never be complete, and its events would change what is looked at.
      if (route.request().headers().accept === 'text/event-stream') return fulfillStream(route, [])
      const response = await route.fetch({ maxRedirects: 0 })
      const type = response.headers()['content-type'] ?? ''
      if (!/html|json/.test(type)) return route.fulfill({ response })
      const body = product.fix(await response.text())
      await route.fulfill({
        response,
        body: type.includes('html') ? changePage(body, direction) : body,
      })
    }
    await page.clock.setFixedTime(NOW)
    await page.route(
      (url) => !/^\/(assets|media)\//.test(url.pathname),
      (route) => answer(route).catch(() => route.abort()),
    )
    await use(async (screen) => {
      const { member, administrator } = product.cookies
      const cookies = screen.isAdministrator ? administrator : member
      await context.addCookies(screen.signedIn ? cookies : [])
      const opened = await page.goto(product.url + screen.path)
      expect(opened?.status()).toBe(screen.status ?? 200)
      await screen.ready(page, text === 'pseudo' ? pseudo : (english) => english)
      // A wide window loads the content of the panel lazily. Without a panel, a button may follow.
      await page.waitForFunction(() => {
        const column = document.querySelector('main + div:not(:has(button))')
        return !column?.checkVisibility() || column.querySelector('figure') !== null
      })
      await page.evaluate(async () => {
        await document.fonts.ready
        const pictures = [...document.images].filter(
          (image) => image.getBoundingClientRect().top < innerHeight,
        )
        await Promise.all(pictures.map((image) => image.decode().catch(() => {})))
      })
      return page
    })
  },
})
