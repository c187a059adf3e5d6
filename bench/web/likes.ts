import type { Browser, Page } from '@playwright/test'
import { spreadOf } from '../report/statistics.ts'
import type { Account } from './visitor.ts'

const POSTS = 500
const LIKES = 20
const CPU_SLOWDOWN = 4
const VIEWPORT = { width: 412, height: 823 }

/** Latency of likes in a long feed on a slow processor. */
export interface Likes {
  posts: number
  /** Factor by which the processor is slowed. */
  slowed: number
  /** Milliseconds from a press to the next frame, by the Event Timing API. */
  median: number
  slowest: number
  likes: number
  /** Bytes of the heap after scrolling through all posts. */
  heap: number
  /** Largest number of posts in the DOM at once. */
  maxCards: number
}

/** Scrolls through the posts, then likes some of them while scrolling back. */
export async function measureLikes(
  browser: Browser,
  origin: string,
  account: Account,
): Promise<Likes> {
  await fillFeed(account)
  const context = await browser.newContext({
    viewport: VIEWPORT,
    extraHTTPHeaders: { Cookie: account.cookie },
  })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Performance.enable')
  await page.goto(origin)
  const maxCards = await scrollThrough(page)
  await devtools.send('HeapProfiler.collectGarbage')
  const { metrics } = await devtools.send('Performance.getMetrics')
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  const times = await like(page)
  await context.close()
  const { median, high } = spreadOf(times)
  const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN
  return {
    posts: POSTS,
    slowed: CPU_SLOWDOWN,
    median,
    slowest: high,
    likes: times.length,
    heap,
    maxCards,
  }
}

async function fillFeed({ graphql }: Account) {
  for (let created = 0; created < POSTS; created += 5) {
    const posts = [0, 1, 2, 3, 4].map(
      (offset) =>
        `p${offset}: createPost(input: { content: "Good thing number ${created + offset}" }) { post { id } }`,
    )
    await graphql(`mutation { ${posts.join(' ')} }`)
  }
}

const countPosts = (page: Page) => page.locator('[data-item]').count()

/** @returns the largest number of posts in the DOM at once */
async function scrollThrough(page: Page): Promise<number> {
  let max = 0
  const more = page.getByRole('button', { name: 'Load more positive vibes' })
  await page.getByRole('article').first().waitFor()
  for (let loaded = await countPosts(page); loaded < POSTS; loaded = await countPosts(page)) {
    await more.click()
    await page.waitForFunction(
      (before) => document.querySelectorAll('[data-item]').length > before,
      loaded,
    )
    max = Math.max(max, await page.getByRole('article').count())
  }
  return max
}

/** @returns the milliseconds from each press to the next frame */
async function like(page: Page): Promise<number[]> {
  await page.evaluate(() => {
    const times: Record<number, number> = {}
    Object.assign(window, { likeTimes: times })
    const observer = new PerformanceObserver((list) => {
      for (const { interactionId, duration } of list.getEntries() as PerformanceEventTiming[])
        if (interactionId) times[interactionId] = Math.max(times[interactionId] ?? 0, duration)
    })
    // Browsers report no threshold below 16 ms; faster interactions are left out.
    observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })
  for (let done = 0; done < LIKES; done++) {
    await page.evaluate((pixels) => window.scrollBy(0, -pixels), 3 * VIEWPORT.height)
    const heart = await page.waitForFunction(() => {
      for (const button of document.querySelectorAll('article button[aria-pressed="false"]')) {
        const { left, top, bottom, width, height } = button.getBoundingClientRect()
        if (top > 100 && bottom < window.innerHeight - 100)
          return { x: left + width / 2, y: top + height / 2 }
      }
    })
    const { x, y } = (await heart.jsonValue()) ?? { x: 0, y: 0 }
    // Wait for the response and for an idle page, so that it does not disturb the next press.
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
