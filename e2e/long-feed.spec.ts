import type { CDPSession, Page } from '@playwright/test'
import { test as base, expect, graphql } from './journey.ts'
import { startProduct } from './server.ts'

/** On a product of its own: so many posts would push those of other journeys off the first page. */
const test = base.extend<object, { ownOrigin: string }>({
  ownOrigin: [
    async ({}, use) => {
      const product = await startProduct({ RATE_LIMIT: 'off', SEED: 'none' })
      await use(product.url)
      await product.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ ownOrigin }, use) => use(ownOrigin),
})

const POSTS = 500
const MOST_CARDS = 80
const MOST_HEAP = 80_000_000
const PIXELS = 4

/** At once, several in a request: one by one they would take longer than the journey. */
async function shareMany(context: Parameters<typeof graphql>[0], origin: string, count: number) {
  const words = 'Some good words about a good day. '
  for (let made = 0; made < count; made += 5) {
    const posts = [0, 1, 2, 3, 4].map((each) => {
      const number = made + each
      return `p${each}: createPost(input: { content: "Number ${number}. ${words.repeat(1 + (number % 7))}" }) { post { id } }`
    })
    await graphql(context, origin, `mutation { ${posts.join(' ')} }`)
  }
}

const listed = (page: Page) => page.locator('[data-post]')
const cards = (page: Page) => page.getByRole('article').count()

async function loadPosts(page: Page, count: number) {
  const more = page.getByRole('button', { name: 'Load more positive vibes' })
  for (
    let loaded = await listed(page).count();
    loaded < count;
    loaded = await listed(page).count()
  ) {
    await more.click()
    await expect.poll(() => listed(page).count()).toBeGreaterThan(loaded)
  }
}

/** Which post is at the top of the screen, and at which pixel; none while its card is not there yet. */
const placeOn = (page: Page) =>
  page.evaluate(() => {
    const first = [...document.querySelectorAll<HTMLElement>('[data-post]')].find(
      (post) => post.getBoundingClientRect().bottom > 200,
    )
    return first?.querySelector('article')
      ? { post: first.dataset.post ?? '', top: first.getBoundingClientRect().top }
      : { post: '', top: 0 }
  })

async function expectPlace(page: Page, { post, top }: { post: string; top: number }) {
  await expect(page.locator(`[data-post="${post}"] article`)).toBeVisible()
  await expect
    .poll(async () => {
      const place = await placeOn(page)
      return place.post === post && Math.abs(place.top - top) <= PIXELS
    })
    .toBe(true)
}

async function heapOf(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage')
  const { metrics } = await devtools.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN
}

test('500 posts stay within heap and card limits, and Back and reload restore the scroll position', async ({
  context,
  origin,
  page,
  member,
}) => {
  test.setTimeout(180_000)
  expect(member.username).toBeTruthy()
  await shareMany(context, origin, POSTS)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Performance.enable')
  await page.goto('/')
  await loadPosts(page, POSTS)
  expect(await heapOf(devtools)).toBeLessThanOrEqual(MOST_HEAP)
  await expect.poll(() => cards(page)).toBeLessThanOrEqual(MOST_CARDS)

  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight * 0.6))
  await expect.poll(async () => (await placeOn(page)).post).not.toBe('')
  const place = await placeOn(page)
  await page.locator(`[data-post="${place.post}"]`).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/profile\//)
  await page.goBack()
  await expectPlace(page, place)
  await page.reload()
  await expectPlace(page, place)
  expect(await cards(page)).toBeLessThanOrEqual(MOST_CARDS)

  await page.locator(`[data-post="${place.post}"]`).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/profile\//)
  await page.reload()
  await page.goBack()
  await expectPlace(page, place)

  // What was passed on the way down is there on the way up, nothing jumps, and the browser's own search finds what is not on the screen.
  const screen = page.viewportSize()?.height ?? 0
  const before = await placeOn(page)
  await page.mouse.move(400, 400)
  await page.mouse.wheel(0, -screen / 2)
  await expect
    .poll(
      async () =>
        (await placeOn(page)).top === before.top && (await placeOn(page)).post === before.post,
    )
    .toBe(false)
  await expect(page.locator(`[data-post="${before.post}"]`)).toBeVisible()
  const moved = await page.locator(`[data-post="${before.post}"]`).boundingBox()
  expect(Math.abs((moved?.y ?? 0) - before.top - screen / 2)).toBeLessThanOrEqual(PIXELS)
  await expect(listed(page).first().locator('[hidden="until-found"]')).toContainText('Number')
})
