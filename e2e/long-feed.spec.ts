import type { CDPSession, Page } from '@playwright/test'
import { test as base, expect, graphql } from './journey.ts'
import { startProduct } from './server.ts'

/** Uses its own server: its posts would push those of other tests off the first page. */
const test = base.extend<object, { longFeedOrigin: string }>({
  longFeedOrigin: [
    async ({}, use) => {
      const product = await startProduct({ RATE_LIMIT: 'off', SEED: 'none' })
      await use(product.url)
      await product.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ longFeedOrigin }, use) => use(longFeedOrigin),
})

const POSTS = 500
const MAX_CARDS = 80
const MAX_HEAP_BYTES = 80_000_000
const TOLERANCE_PX = 4

/** Creates posts in batches of five, to save requests. */
async function shareMany(context: Parameters<typeof graphql>[0], origin: string, count: number) {
  const sentence = 'Some good words about a good day. '
  for (let start = 0; start < count; start += 5) {
    const posts = [0, 1, 2, 3, 4].map((offset) => {
      const number = start + offset
      return `p${offset}: createPost(input: { content: "Number ${number}. ${sentence.repeat(1 + (number % 7))}" }) { post { id } }`
    })
    await graphql(context, origin, `mutation { ${posts.join(' ')} }`)
  }
}

const feedItems = (page: Page) => page.locator('[data-item]')
const cards = (page: Page) => page.getByRole('article').count()

async function loadPosts(page: Page, count: number) {
  const more = page.getByRole('button', { name: 'Load more positive vibes' })
  for (
    let loaded = await feedItems(page).count();
    loaded < count;
    loaded = await feedItems(page).count()
  ) {
    await more.click()
    await expect.poll(() => feedItems(page).count()).toBeGreaterThan(loaded)
  }
}

/** The post at the top of the screen and its offset in pixels; empty until its card is rendered. */
const scrollPosition = (page: Page) =>
  page.evaluate(() => {
    const first = [...document.querySelectorAll<HTMLElement>('[data-item]')].find(
      (post) => post.getBoundingClientRect().bottom > 200,
    )
    return first?.querySelector('article')
      ? { post: first.dataset.item ?? '', top: first.getBoundingClientRect().top }
      : { post: '', top: 0 }
  })

async function expectScrollPosition(page: Page, { post, top }: { post: string; top: number }) {
  await expect(page.locator(`[data-item="${post}"] article`)).toBeVisible()
  await expect
    .poll(async () => {
      const current = await scrollPosition(page)
      return current.post === post && Math.abs(current.top - top) <= TOLERANCE_PX
    })
    .toBe(true)
}

/** Without a real click, which scrolls first if the top bar covers the link. */
async function openProfile(page: Page, post: string) {
  await page.locator(`[data-item="${post}"]`).getByRole('link').first().dispatchEvent('click')
  await expect(page).toHaveURL(/\/profile\//)
}

async function heapBytes(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage')
  const { metrics } = await devtools.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN
}

test('500 posts fit the heap limit, and Back and reload restore the scroll position', async ({
  context,
  origin,
  page,
  member,
}) => {
  expect(member.username).toBeTruthy()
  await shareMany(context, origin, POSTS)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Performance.enable')
  await page.goto('/')
  await loadPosts(page, POSTS)
  await expect.poll(() => heapBytes(devtools)).toBeLessThanOrEqual(MAX_HEAP_BYTES)
  await expect.poll(() => cards(page)).toBeLessThanOrEqual(MAX_CARDS)

  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight * 0.6))
  await expect.poll(async () => (await scrollPosition(page)).post).not.toBe('')
  const position = await scrollPosition(page)
  await openProfile(page, position.post)
  await page.goBack()
  await expectScrollPosition(page, position)
  await page.reload()
  await expectScrollPosition(page, position)
  expect(await cards(page)).toBeLessThanOrEqual(MAX_CARDS)

  await openProfile(page, position.post)
  await page.reload()
  await page.goBack()
  await expectScrollPosition(page, position)

  // Scrolling up doesn't shift the posts, and find-in-page reaches posts without a card.
  const screenHeight = page.viewportSize()?.height ?? 0
  const before = await scrollPosition(page)
  await page.mouse.move(400, 400)
  await page.mouse.wheel(0, -screenHeight / 2)
  const distance = async () => {
    const box = await page.locator(`[data-item="${before.post}"]`).boundingBox()
    return (box?.y ?? Number.NaN) - before.top
  }
  // Scrolling takes several frames.
  await expect
    .poll(async () => Math.abs((await distance()) - screenHeight / 2))
    .toBeLessThanOrEqual(TOLERANCE_PX)
  await expect(feedItems(page).first().locator('[hidden="until-found"]')).toContainText('Number')

  // Page Down reaches posts without a card, too.
  const target = feedItems(page).nth(5)
  await expect(target.getByRole('article')).toHaveCount(0)
  await feedItems(page)
    .nth(4)
    .evaluate((item) => (item as HTMLElement).focus())
  await expect(feedItems(page).nth(4).getByRole('article')).toBeFocused()
  await page.keyboard.press('PageDown')
  await expect(target.getByRole('article')).toBeFocused()
  await expect(target).toBeInViewport()
})
