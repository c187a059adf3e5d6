import { rmSync } from 'node:fs'
import type { Page, Request } from '@playwright/test'
import { test as base, expect, newMember, post, sharePost, signUp } from './journey.ts'
import { emptyDataDir, startProduct } from './server.ts'

interface LiveProduct {
  url: string
  /** Ends it, as an upgrade does. @returns a function that starts it again */
  stop(): Promise<() => Promise<void>>
}

/** Uses its own server: it creates more posts than the limits allow, and restarts it. */
const test = base.extend<object, { live: LiveProduct }>({
  live: [
    async ({}, use) => {
      const settings = { RATE_LIMIT: 'off', SEED: 'none', DATA_DIR: emptyDataDir() }
      let product = await startProduct(settings)
      const { url } = product
      const restart = async () => {
        product = await startProduct({ ...settings, PORT: new URL(url).port })
      }
      await use({
        url,
        async stop() {
          await product.stop()
          return restart
        },
      })
      await product.stop()
      rmSync(settings.DATA_DIR, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ live }, use) => use(live.url),
})

// One worker, and so one server, for all tests.
test.describe.configure({ mode: 'default' })

const NEW_POSTS = 30

const isFeedStream = (request: Request) =>
  request.postData()?.includes('"scope":"EVERYONE"') === true &&
  request.postData()?.includes('live(') === true

/** The position of a post on the screen at each frame, in pixels. */
const trackPosition = (page: Page, id: string) =>
  page.evaluate((id) => {
    const tops: number[] = []
    Object.assign(window, { tops })
    const measure = () => {
      const element = document.querySelector(`[data-item="${id}"]`)
      if (element) tops.push(element.getBoundingClientRect().top)
      requestAnimationFrame(measure)
    }
    measure()
  }, id)

test('the feed does not move while 30 posts arrive, and the button shows them', async ({
  page,
  context,
  browser,
  origin,
  member,
}) => {
  for (let number = 1; number <= 12; number++)
    await sharePost(context, origin, `${member.username} reads number ${number}`)
  const other = await browser.newContext()
  await signUp(other, origin, newMember())

  const opened = page.waitForRequest(isFeedStream)
  await page.goto('/')
  const read = post(page, `${member.username} reads number 6`)
  await read.scrollIntoViewIfNeeded()
  await opened
  const id = await read.evaluate(
    (article) => article.closest('[data-item]')?.getAttribute('data-item') ?? '',
  )
  await trackPosition(page, id)
  for (let number = 1; number <= NEW_POSTS; number++)
    await sharePost(other, origin, `${member.username} news ${number}.`)
  const button = page.getByRole('button', { name: `${NEW_POSTS} new posts` })
  await expect(button).toBeVisible()
  const tops = await page.evaluate(() => (window as unknown as { tops: number[] }).tops)
  expect(tops.length).toBeGreaterThan(10)
  expect(Math.max(...tops) - Math.min(...tops)).toBe(0)

  await button.press('Enter')
  await expect(page.getByRole('article').first()).toContainText(`news ${NEW_POSTS}.`)
  await expect(page.getByRole('article').first()).toBeFocused()
  await expect(button).toBeHidden()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await other.close()
})

test('the likes of a post on the screen update by themselves', async ({
  page,
  context,
  browser,
  origin,
  member,
}) => {
  const id = await sharePost(context, origin, `Liked elsewhere ${member.username}`)
  const opened = page.waitForRequest((request) => request.postData()?.includes(id) ?? false)
  await page.goto('/')
  await opened
  const other = await browser.newContext()
  await signUp(other, origin, newMember())
  await other.request.post(`${origin}/graphql`, {
    headers: { Origin: origin },
    data: { query: `mutation { likePost(input: { postId: "${id}" }) { post { id } } }` },
  })
  const like = post(page, `Liked elsewhere ${member.username}`).getByRole('button', {
    name: /^Like/,
  })
  await expect(like).toContainText('1')
})

test('posts that come on the screen are followed too', async ({
  page,
  context,
  origin,
  member,
}) => {
  await page.clock.install()
  const id = await sharePost(context, origin, `${member.username} is far below`)
  for (let number = 1; number <= 12; number++)
    await sharePost(context, origin, `${member.username} is above, number ${number}`)
  const opened = page.waitForRequest(isFeedStream)
  await page.goto('/')
  expect((await opened).postData()).not.toContain(id)
  const reopened = page.waitForRequest((request) => request.postData()?.includes(id) ?? false)
  await post(page, `${member.username} is far below`).scrollIntoViewIfNeeded()
  await page.clock.fastForward(10_000)
  await reopened
})

test('ten tabs share the stream of the feed, and all get its events', async ({
  page,
  context,
  browser,
  origin,
  member,
}) => {
  let open = 0
  const leaders = new Set<Page>()
  context.on('request', (request) => {
    if (!isFeedStream(request)) return
    open++
    leaders.add(request.frame().page())
  })
  const countEnded = (request: Request) => {
    if (isFeedStream(request)) open--
  }
  context.on('requestfailed', countEnded).on('requestfinished', countEnded)
  await sharePost(context, origin, `${member.username} has ten tabs`)
  await page.goto('/')
  await expect.poll(() => open).toBe(1)
  for (let tab = 2; tab <= 10; tab++) {
    const another = await context.newPage()
    await Promise.all([another.waitForResponse(/NewPostsButton-/), another.goto('/')])
  }
  const other = await browser.newContext()
  await signUp(other, origin, newMember())
  await sharePost(other, origin, 'One for all')
  for (const tab of context.pages())
    await expect(tab.getByRole('button', { name: '1 new post' })).toBeVisible()
  expect(context.pages()).toHaveLength(10)
  await expect.poll(() => open).toBe(1)
  expect(leaders.size).toBe(1)

  // Signing out in one of them reaches all, and ends the stream.
  await page.getByRole('button', { name: 'Sign out' }).first().click()
  for (const tab of context.pages())
    await expect(tab.getByRole('link', { name: /join/i }).first()).toBeVisible()
  await expect.poll(() => open).toBe(0)
  await other.close()
})

test('after a restart of the server, an open page shows what it missed', async ({
  page,
  browser,
  context,
  origin,
  live,
  member,
}) => {
  const other = await browser.newContext()
  await signUp(other, origin, newMember())
  await sharePost(context, origin, `${member.username} is here before the restart`)
  const opened = page.waitForResponse((response) => isFeedStream(response.request()))
  await page.goto('/')
  await opened
  const notice = page.getByText('We can’t reach Good Vibes.')
  const restart = await live.stop()
  await expect(notice).toBeVisible()
  await restart()
  await sharePost(other, origin, 'Missed during the restart')
  await page.getByRole('button', { name: '1 new post' }).click()
  await expect(post(page, 'Missed during the restart')).toBeVisible()
  await expect(notice).toHaveCount(0)
  await other.close()
})
