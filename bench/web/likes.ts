import type { Browser, Page } from '@playwright/test'
import { spreadOf } from '../report/statistics.ts'
import type { Account } from './visitor.ts'

const POSTS = 500
const LIKES = 20
const SLOWED = 4
const SCREEN = { width: 412, height: 823 }

/** How the feed answers likes when it is long and the processor slow. */
export interface Likes {
  posts: number
  /** How many times slower than it is. */
  slowed: number
  /** Milliseconds from each press to the next picture on the screen, as the browser tells it. */
  median: number
  slowest: number
  likes: number
  /** Bytes in use after all posts were on the screen. */
  heap: number
  /** How many posts stood on the page at most. */
  mostCards: number
}

/** Scrolls through the posts, then likes some of them along the way back. */
export async function measureLikes(
  browser: Browser,
  origin: string,
  account: Account,
): Promise<Likes> {
  await fillFeed(account)
  const context = await browser.newContext({
    viewport: SCREEN,
    extraHTTPHeaders: { Cookie: account.cookie },
  })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Performance.enable')
  await page.goto(origin)
  const mostCards = await scrollThrough(page)
  await devtools.send('HeapProfiler.collectGarbage')
  const { metrics } = await devtools.send('Performance.getMetrics')
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWED })
  const times = await like(page)
  await context.close()
  const { median, high } = spreadOf(times)
  const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN
  return {
    posts: POSTS,
    slowed: SLOWED,
    median,
    slowest: high,
    likes: times.length,
    heap,
    mostCards,
  }
}

async function fillFeed({ graphql }: Account) {
  for (let made = 0; made < POSTS; made += 5) {
    const posts = [0, 1, 2, 3, 4].map(
      (each) =>
        `p${each}: createPost(input: { content: "Good thing number ${made + each}" }) { post { id } }`,
    )
    await graphql(`mutation { ${posts.join(' ')} }`)
  }
}

const listed = (page: Page) => page.locator('[data-post]').count()

/** @returns how many posts stood on the page at most */
async function scrollThrough(page: Page): Promise<number> {
  let most = 0
  const more = page.getByRole('button', { name: 'Load more positive vibes' })
  await page.getByRole('article').first().waitFor()
  for (let loaded = await listed(page); loaded < POSTS; loaded = await listed(page)) {
    await more.click()
    await page.waitForFunction(
      (before) => document.querySelectorAll('[data-post]').length > before,
      loaded,
    )
    most = Math.max(most, await page.getByRole('article').count())
  }
  return most
}

/** @returns for each like, the milliseconds until its answer was on the screen */
async function like(page: Page): Promise<number[]> {
  await page.evaluate(() => {
    const times: Record<number, number> = {}
    Object.assign(window, { likeTimes: times })
    const observer = new PerformanceObserver((list) => {
      for (const { interactionId, duration } of list.getEntries() as PerformanceEventTiming[])
        if (interactionId) times[interactionId] = Math.max(times[interactionId] ?? 0, duration)
    })
    // The shortest that a browser tells; what is faster counts as no longer than that.
    observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })
  for (let done = 0; done < LIKES; done++) {
    await page.evaluate((pixels) => window.scrollBy(0, -pixels), 3 * SCREEN.height)
    const heart = await page.waitForFunction(() => {
      for (const button of document.querySelectorAll('article button[aria-pressed="false"]')) {
        const { left, top, bottom, width, height } = button.getBoundingClientRect()
        if (top > 100 && bottom < window.innerHeight - 100)
          return { x: left + width / 2, y: top + height / 2 }
      }
    })
    const { x, y } = (await heart.jsonValue()) ?? { x: 0, y: 0 }
    // What is measured ends with the next picture; the next press waits until the answer has come and all is done with it.
    await Promise.all([
      page.waitForResponse((response) => response.url().endsWith('/graphql')),
      page.mouse.click(x, y),
    ])
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  }
  return page.evaluate(() =>
    Object.values((window as unknown as { likeTimes: Record<number, number> }).likeTimes),
  )
}
