import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { demoContent } from '#demo/content.ts'
import { pseudo } from '../web/build/pseudo-text.ts'
import { startChangingProxy } from './changing-proxy.ts'
import { graphql, signUp } from './journey.ts'
import { addExamples, INVITATION_CODE, setRole } from './product-data.ts'
import { settings, startPseudoProduct } from './pseudo-product.ts'
import type { Screen } from './screens.ts'
import { type Product, startProduct } from './server.ts'
import { viewports } from './viewports.ts'

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
  /** Of the proxy that fixes its answers. */
  url: string
  /** The sessions of a member and of an administrator. */
  cookies: Record<'member' | 'administrator', Awaited<ReturnType<BrowserContext['cookies']>>>
}

/** The age of the newest demo post when it was stored. */
const newestAge = () => {
  const later = Date.UTC(2100, 0)
  return later - (demoContent(later).posts.at(-1)?.createdAt.getTime() ?? later)
}

/** Adds content and two members. @returns their sessions, and when the product was started */
async function prepare(product: Product, context: BrowserContext) {
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
  const cookies = { member: memberCookies, administrator: await context.cookies() }
  return { startedAt, cookies }
}

/** Dates a response as if the product had been started at the fixed time. */
const fixed = (text: string, origin: string, startedAt: number) =>
  text
    .replaceAll(origin, 'https://vibes.example.com')
    .replaceAll(INVITATION_LINK, `/join/${INVITATION_CODE}`)
    .replaceAll(ISO_TIME, (time) =>
      new Date(NOW + Math.min(0, Date.parse(time) - startedAt)).toISOString(),
    )
    .replaceAll(EMOJI, '')
    .replaceAll(OTHER_SCRIPT, 'x')

const fromRightToLeft = (page: string) =>
  page.replace('<html lang="en">', '<html lang="ar" dir="rtl">')

interface WorkerOptions {
  /** Which text the client has. Pseudo-text is read from right to left. */
  text: 'english' | 'pseudo'
}

/** What every page of these products is like. The agent is the same on every machine. */
const visitor = {
  bypassCSP: true,
  reducedMotion: 'reduce' as const,
  locale: 'en-US',
  timezoneId: 'UTC',
  viewport: viewports.phone,
  userAgent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
}

/** Forgets what the last screen left. Each document empties its storage when it starts. */
async function reset(page: Page) {
  await page.unrouteAll()
  await page.context().clearCookies()
  await page.setViewportSize(viewports.phone)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.mouse.move(0, 0)
}

/** Waits until a page shows what it loads late at this size of its window. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    if (document.querySelector('[data-skeleton]')) return false
    // A wide window loads the content of the panel lazily. Without a panel, a button may follow.
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
}

/**
 * Fixtures: a product of its own with the same content and times in every run, and one page that
 * opens its screens, because a new browser context would load every script again.
 */
export const test = base.extend<
  { openScreen: (screen: Screen) => Promise<Page> },
  WorkerOptions & { product: FixedProduct; visit: Page }
>({
  text: ['english', { option: true, scope: 'worker' }],
  product: [
    async ({ browser, text }, use) => {
      const product = await (text === 'pseudo' ? startPseudoProduct() : startProduct(settings))
      const context = await browser.newContext()
      const { startedAt, cookies } = await prepare(product, context)
      await context.close()
      const proxy = await startChangingProxy(product.url, (body, isPage) => {
        const answer = fixed(body, product.url, startedAt)
        return isPage && text === 'pseudo' ? fromRightToLeft(answer) : answer
      })
      await use({ url: proxy.url, cookies })
      proxy.stop()
      await product.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  visit: [
    async ({ browser }, use) => {
      const context = await browser.newContext(visitor)
      const page = await context.newPage()
      await page.clock.setFixedTime(NOW)
      await page.addInitScript(() => {
        // An empty page has no storage.
        if (location.protocol === 'about:') return
        localStorage.clear()
        sessionStorage.clear()
      })
      await use(page)
      await context.close()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  openScreen: async ({ visit: page, product, text }, use) => {
    let opened: Screen | undefined
    await use(async (screen) => {
      opened = screen
      await reset(page)
      const { as = 'member' } = screen
      if (as !== 'visitor') await page.context().addCookies(product.cookies[as])
      const response = await page.goto(product.url + screen.path)
      expect(response?.status()).toBe(screen.status ?? 200)
      await screen.ready(page, text === 'pseudo' ? pseudo : (english) => english)
      // Each change of the colour scheme would start them anew.
      await page.addStyleTag({ content: '*, ::before, ::after { transition: none !important }' })
      await settled(page)
      return page
    })
    await opened?.leave?.(page)
  },
})
