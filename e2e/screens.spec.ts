import type { Page, Route } from '@playwright/test'
import { expect, notifications, post, sharePost, test } from './journey.ts'

/** Collects the bodies of the page's requests for one operation. */
function collectRequests(page: Page, name: string): string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    const body = request.postData() ?? ''
    if (request.url().endsWith('/graphql') && body.includes(`"operationName":"${name}"`))
      sent.push(body)
  })
  return sent
}

const forOperation = (name: string, handler: (route: Route) => Promise<void>) => (route: Route) =>
  route.request().postData()?.includes(`"operationName":"${name}"`)
    ? handler(route)
    : route.fallback()

/** Navigates on the client: a full page load has the posts in its HTML and sends no query. */
async function goToFeed(page: Page) {
  await page.goto('/explore')
  await page.getByRole('link', { name: 'Home', exact: true }).first().click()
}

test('the first page of the feed is in the HTML and needs no request', async ({
  page,
  member,
  cspReports,
}) => {
  const requests: string[] = []
  page.on('request', (request) => {
    const body = request.postData() ?? ''
    // A new account’s time zone is stored once the page is idle.
    if (request.url().endsWith('/graphql') && !body.includes('mutation ')) requests.push(body)
  })
  await page.goto('/')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.getByText(`@${member.username}`).first()).toBeAttached()
  expect(requests).toEqual([])
  expect(cspReports).toEqual([])
})

test('the feed shows three skeleton rows while loading and does not refetch by itself', async ({
  page,
  member,
}) => {
  expect(member.username).toBeTruthy()
  const feedRequests = collectRequests(page, 'Feed')
  const { promise: delay, resolve: endDelay } = Promise.withResolvers<void>()
  await page.route(
    '**/graphql',
    forOperation('Feed', (route) => delay.then(() => route.continue())),
  )
  await goToFeed(page)
  await expect(page.getByTestId('skeleton')).toHaveCount(3)
  await expect(page.getByRole('heading', { name: 'Good Vibes Feed', level: 1 })).toBeVisible()
  endDelay()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.getByTestId('skeleton')).toHaveCount(0)
  await expect(page.getByRole('article').first().locator('time')).toHaveText(/ ago$/)

  await page.evaluate(() => {
    window.dispatchEvent(new Event('focus'))
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await page.getByRole('link', { name: 'Explore' }).first().click()
  await expect(page.getByRole('heading', { name: 'Explore' })).toBeVisible()
  await page.getByRole('link', { name: 'Home' }).first().click()
  await expect(page.getByRole('article').first()).toBeVisible()
  expect(feedRequests).toHaveLength(1)
})

test('a failed feed offers a retry and does not retry by itself', async ({ page, member }) => {
  expect(member.username).toBeTruthy()
  const feedRequests = collectRequests(page, 'Feed')
  await page.route(
    '**/graphql',
    forOperation('Feed', (route) => route.fulfill({ status: 500, body: 'Out for tea' })),
  )
  await goToFeed(page)
  const retry = page.getByRole('button', { name: 'Try again' })
  await expect(retry).toBeVisible()
  expect(feedRequests).toHaveLength(1)
  await page.unroute('**/graphql')
  await retry.click()
  await expect(page.getByRole('article').first()).toBeVisible()
  expect(feedRequests).toHaveLength(2)
})

test('an empty feed and the end of the feed show their texts', async ({ page, member }) => {
  expect(member.username).toBeTruthy()
  const truncate = (count: number) =>
    forOperation('Feed', async (route) => {
      const response = await route.fetch()
      const { data } = await response.json()
      const edges = data.feed.edges.slice(0, count)
      await route.fulfill({
        response,
        json: {
          data: {
            ...data,
            feed: { ...data.feed, edges, pageInfo: { ...data.feed.pageInfo, hasNextPage: false } },
          },
        },
      })
    })
  await page.route('**/graphql', truncate(0))
  await goToFeed(page)
  await expect(page.getByText('No posts yet. Be the first to share some positivity!')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Load more positive vibes' })).toHaveCount(0)
  await page.unroute('**/graphql')
  await page.route('**/graphql', truncate(2))
  await goToFeed(page)
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(page.getByText("You're all caught up")).toBeVisible()
})

test('a wide window has a sidebar with the user and a panel with welcome, steps and quote', async ({
  page,
  member,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/')
  const main = page.getByRole('navigation', { name: 'Main' })
  for (const entry of ['Home', 'Explore', 'Notifications', 'Profile'])
    await expect(main.getByRole('link', { name: entry, exact: true })).toBeVisible()
  await expect(main.getByRole('link', { name: 'Home', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await expect(main.getByRole('button', { name: 'Share Positivity' })).toBeVisible()
  await expect(main.getByText(member.displayName)).toBeVisible()
  await expect(main.getByText(`@${member.username}`)).toBeVisible()
  const initials = main.getByText('RJ', { exact: true })
  await expect(initials, 'initials replace a missing avatar').toBeVisible()

  const panel = page.getByRole('complementary')
  await expect(panel.getByText(/welcome/i)).toBeVisible()
  await expect(panel.getByRole('listitem')).toHaveCount(3)
  await expect(panel.getByRole('figure')).toContainText('kindness')
  await main.getByRole('link', { name: 'Notifications' }).click()
  await expect(page.getByRole('heading', { name: 'Notifications', level: 1 })).toBeVisible()
})

test('a medium window has icons with tooltips', async ({ page, member }) => {
  expect(member.username).toBeTruthy()
  await page.setViewportSize({ width: 900, height: 900 })
  await page.goto('/')
  await expect(page.getByRole('article').first()).toBeVisible()
  const tooltip = page.getByRole('tooltip', { name: 'Explore' })
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Explore' })
    .hover()
  await expect(tooltip).toBeVisible()
})

test('a phone has a bottom bar and a floating button that opens the composer', async ({
  page,
  member,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  await expect(page.getByRole('article').first()).toBeVisible()
  const bar = page.getByRole('navigation', { name: 'Main' })
  for (const entry of ['Home', 'Explore', 'Notifications', 'Profile'])
    await expect(bar.getByRole('link', { name: entry })).toBeInViewport()
  await page.getByRole('button', { name: 'Share Positivity' }).click()
  await page
    .getByRole('dialog')
    .getByRole('textbox', { name: /good today/i })
    .fill(`From a phone ${member.username}`)
  await page.getByRole('dialog').getByRole('button', { name: 'Share', exact: true }).click()
  await expect(page.getByRole('article').first()).toContainText(`From a phone ${member.username}`)
  await bar.getByRole('link', { name: 'Profile' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByTestId('sample-post')).toHaveCount(2)
})

test('Explore shows a prompt, ignores a blank query and shows skeletons while searching', async ({
  page,
  member,
}) => {
  expect(member.username).toBeTruthy()
  const searchRequests = collectRequests(page, 'Explore')
  await page.goto('/explore')
  await expect(page.getByRole('heading', { name: 'Explore', level: 1 })).toBeVisible()
  const field = page.getByPlaceholder('Search positive vibes...')
  await expect(page.getByText('What would lift your day?')).toBeVisible()
  await field.fill('   ')
  await field.press('Enter')
  await expect(page.getByText('What would lift your day?')).toBeVisible()
  expect(searchRequests).toHaveLength(0)

  const { promise: delay, resolve: endDelay } = Promise.withResolvers<void>()
  await page.route(
    '**/graphql',
    forOperation('Explore', (route) => delay.then(() => route.continue())),
  )
  await field.fill('bread')
  await expect(page.getByTestId('skeleton')).toHaveCount(3)
  endDelay()
  await expect(post(page, 'bread').first()).toBeVisible()
})

test('a toast disappears after five seconds', async ({ page, context, origin, member }) => {
  await sharePost(context, origin, `Five seconds ${member.username}`)
  await page.clock.install()
  await page.goto('/')
  const like = post(page, member.username).getByRole('button', { name: /^Like/ })
  await expect(like).toBeVisible()
  await page.clock.pauseAt(Date.now() + 600_000)
  await like.click()
  // The page's timers stand still from here on, so it shows the toast after a few steps.
  await expect
    .poll(async () => {
      await page.clock.runFor(20)
      return notifications(page).allTextContents()
    })
    .toEqual([expect.stringContaining('Spread the love! ❤️')])
  await page.clock.runFor(2_500)
  await expect(notifications(page)).toContainText('Spread the love! ❤️')
  await page.clock.runFor(3_000)
  await expect(notifications(page)).not.toContainText('Spread the love! ❤️')
})

test('a linked video loads only on click and shows an error if it cannot be played', async ({
  page,
  context,
  origin,
  member,
}) => {
  const requests: string[] = []
  await page.route('https://videos.example.com/**', (route) => {
    requests.push(route.request().url())
    return route.fulfill({ status: 404, body: '' })
  })
  await context.request.post(`${origin}/api/posts`, {
    headers: { Origin: origin },
    data: {
      content: `A clip ${member.username}`,
      imageUrl: null,
      videoUrl: 'https://videos.example.com/clip.mp4',
      mediaType: 'video',
    },
  })
  await page.goto('/')
  const play = post(page, member.username).getByRole('button', { name: /^play from/i })
  await expect(play).toBeVisible()
  expect(requests).toEqual([])
  await play.click()
  await expect(post(page, member.username)).toContainText('Invalid video URL')
  expect(requests).toEqual(['https://videos.example.com/clip.mp4'])
})

test('a linked photo is requested without a referrer and shows an error if it is invalid', async ({
  page,
  context,
  origin,
  member,
}) => {
  const referrers: (string | undefined)[] = []
  await page.route('https://pictures.example.com/**', (route) => {
    referrers.push(route.request().headers().referer)
    return route.fulfill({ status: 404, body: '' })
  })
  await context.request.post(`${origin}/api/posts`, {
    headers: { Origin: origin },
    data: {
      content: `A picture ${member.username}`,
      imageUrl: 'https://pictures.example.com/hill.jpg',
      videoUrl: null,
      mediaType: 'image',
    },
  })
  await page.goto('/')
  await expect(post(page, member.username)).toContainText('Invalid image URL')
  expect(referrers).toEqual([undefined])
})
