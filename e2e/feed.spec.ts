import type { Locator, Page } from '@playwright/test'
import { takesFastPath } from './fast-path.ts'
import { expect, graphql, notifications, post, sharePost, test } from './journey.ts'

/** The fields of a Chromium trace event that this file reads. */
interface TraceEvent {
  name: string
  ts: number
  pid: number
  args: { data?: { type?: string }; beginData?: { partialLayout?: boolean } }
}

/** Fonts, pictures and the region of the toasts each change the layout of the whole page once. */
async function waitForLateContent(page: Page) {
  await page.keyboard.press('Shift')
  await expect(notifications(page)).toBeAttached()
  await page.evaluate(() => document.fonts.ready)
  const areImagesLoaded = () =>
    [...document.images]
      .filter((image) => image.getBoundingClientRect().top < window.innerHeight)
      .every(({ complete }) => complete)
  await expect.poll(() => page.evaluate(areImagesLoaded)).toBe(true)
}

/** The text of a post without "5 minutes ago", which changes. */
const textWithoutAge = (article: Locator) =>
  article.evaluate((element) => {
    const copy = element.cloneNode(true) as HTMLElement
    for (const time of copy.querySelectorAll('time')) time.remove()
    return copy.textContent
  })

test('a new toast replaces the previous one', async ({
  page,
  context,
  origin,
  member,
  notified,
}) => {
  await sharePost(context, origin, `Two clicks ${member.username}`)
  await page.goto('/')
  const like = post(page, member.username).getByRole('button', { name: /^Like/ })
  await like.click()
  await notified('Spread the love! ❤️')
  await expect(like).toContainText('1')
  await like.click()
  await notified('Post unliked')
  await expect(like).toContainText('0')
  await expect(notifications(page)).not.toContainText('Spread the love')
  await expect(like).toHaveAttribute('aria-pressed', 'false')
})

test('a like is optimistic and rolls back when the request fails', async ({
  page,
  context,
  origin,
  member,
  notified,
}) => {
  await sharePost(context, origin, `A shaky line ${member.username}`)
  await page.goto('/')
  const like = post(page, member.username).getByRole('button', { name: /^Like/ })
  const { promise: failure, resolve: fail } = Promise.withResolvers<void>()
  let requests = 0
  await page.route('**/graphql', async (route) => {
    if (!route.request().postData()?.includes('likePost')) return route.continue()
    requests++
    await failure
    await route.fulfill({ status: 500, body: 'no' })
  })
  await like.click()
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  await expect(like).toContainText('1')
  fail()
  await notified('Something went wrong. Please try again.')
  await expect(like).toHaveAttribute('aria-pressed', 'false')
  await expect(like).toContainText('0')
  expect(requests, 'no automatic retry').toBe(1)
})

test('a like triggers a partial layout, not a layout of the whole page', async ({
  page,
  browser,
  context,
  origin,
  member,
}) => {
  await sharePost(context, origin, `Hardly any work ${member.username}`)
  await page.goto('/')
  const like = post(page, member.username).getByRole('button', { name: /^Like/ })
  await expect(like).toContainText('0')
  await waitForLateContent(page)
  await browser.startTracing(page, { categories: ['devtools.timeline'] })
  await like.click()
  await expect(like).toContainText('1')
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as {
    traceEvents: TraceEvent[]
  }
  const events = traceEvents.sort((a, b) => a.ts - b.ts)
  const click = events.findIndex(
    ({ name, args }) => name === 'EventDispatch' && args.data?.type === 'click',
  )
  const layout = events
    .slice(click)
    .find(({ name, pid }) => name === 'Layout' && pid === events[click]?.pid)
  expect(layout?.args.beginData?.partialLayout).toBe(true)
})

test('a double click creates one post and clears the composer', async ({
  page,
  context,
  origin,
  member,
  notified,
}) => {
  await page.goto('/')
  const text = `Only once ${member.username}`
  await page
    .getByRole('main')
    .getByRole('textbox', { name: /good today/i })
    .fill(text)
  await page.getByRole('main').getByRole('button', { name: 'Share', exact: true }).dblclick()
  await notified('Your positive post has been shared! ✨')
  await expect(post(page, text)).toHaveCount(1)
  await expect(page.getByRole('main').getByRole('textbox', { name: /good today/i })).toHaveValue('')
  const data = await graphql<{ viewer: { posts: { nodes: unknown[] } } }>(
    context,
    origin,
    '{ viewer { posts { nodes { id } } } }',
  )
  expect(data.viewer.posts.nodes).toHaveLength(1)
})

test('a failed post keeps its text and shows the error', async ({ page, member, notified }) => {
  await page.goto('/')
  const text = `Kept ${member.username}`
  const field = page.getByRole('main').getByRole('textbox', { name: /good today/i })
  await field.fill(text)
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes('createPost')
      ? route.fulfill({ status: 503, body: 'Resting' })
      : route.continue(),
  )
  await page.getByRole('main').getByRole('button', { name: 'Share', exact: true }).click()
  await notified('503: Resting')
  await expect(field).toHaveValue(text)
})

test('the counter counts graphemes, warns above 240 and blocks sharing above 280', async ({
  page,
  member,
}) => {
  await page.goto('/')
  const composer = page.getByRole('main')
  const field = composer.getByRole('textbox', { name: /good today/i })
  const counter = composer.getByTestId('character-counter')
  const button = composer.getByRole('button', { name: 'Share', exact: true })
  await expect(button).toBeDisabled()
  await field.fill('👨‍👩‍👧‍👦'.repeat(240))
  await expect(counter).toContainText('240/280')
  const normalColor = await counter.evaluate((element) => getComputedStyle(element).color)
  await field.fill('👨‍👩‍👧‍👦'.repeat(241))
  await expect(counter).toContainText('241/280')
  const warningColor = await counter.evaluate((element) => getComputedStyle(element).color)
  await expect(button).toBeEnabled()
  await field.fill('x'.repeat(281))
  await expect(counter).toContainText('281/280')
  await expect(button).toBeDisabled()
  const errorColor = await counter.evaluate((element) => getComputedStyle(element).color)
  expect(new Set([normalColor, warningColor, errorColor]).size).toBe(3)
  expect(member.username).toBeTruthy()
})

test('a draft survives a reload', async ({ page, member }) => {
  await page.goto('/')
  const field = page.getByRole('main').getByRole('textbox', { name: /good today/i })
  await field.fill(`Half a thought ${member.username}`)
  await page.reload()
  await expect(field).toHaveValue(`Half a thought ${member.username}`)
})

test('a post from the dialog is at the top of the feed without a reload', async ({
  page,
  member,
}) => {
  await page.goto('/')
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.evaluate(() => Object.assign(window, { notReloaded: true }))
  await page.getByRole('button', { name: 'Share Positivity' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByRole('textbox', { name: /good today/i })
    .fill(`From the dialog ${member.username}`)
  await dialog.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('article').first()).toContainText(
    `From the dialog ${member.username}`,
  )
  expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true)
})

test('"Load more positive vibes" loads a page, and Back restores the scroll position', async ({
  page,
  member,
}) => {
  expect(member.username).toBeTruthy()
  await page.goto('/')
  await expect(page.getByRole('article').nth(19)).toBeVisible()
  const before = await page.getByRole('article').count()
  const request = page.waitForRequest((sent) => sent.url().endsWith('/graphql'))
  await page.getByRole('button', { name: 'Load more positive vibes' }).click()
  expect(takesFastPath(await request)).toBe(true)
  await expect.poll(() => page.getByRole('article').count()).toBeGreaterThan(before)

  const target = page.getByRole('article').nth(before + 4)
  await target.scrollIntoViewIfNeeded()
  const text = await textWithoutAge(target)
  const top = await page.evaluate(() => window.scrollY)
  expect(top).toBeGreaterThan(500)
  // A real click would scroll first if the top bar covered the link.
  await target.getByRole('link').first().dispatchEvent('click')
  await expect(page).toHaveURL(/\/profile\//)
  await page.goBack()
  await expect.poll(() => textWithoutAge(page.getByRole('article').nth(before + 4))).toBe(text)
  await expect
    .poll(async () => Math.abs((await page.evaluate(() => window.scrollY)) - top))
    .toBeLessThan(5)
})

test('members can delete their own posts after a confirmation', async ({
  page,
  context,
  origin,
  member,
}) => {
  await sharePost(context, origin, `Not for long ${member.username}`)
  await page.goto('/')
  await post(page, member.username)
    .getByRole('button', { name: /more|options|menu/i })
    .click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: /delete/i })
    .click()
  await expect(post(page, member.username)).toHaveCount(0)
})

test('the client shows that it is offline and recovers by itself', async ({
  page,
  context,
  member,
}) => {
  expect(member.username).toBeTruthy()
  await page.goto('/')
  await expect(page.getByRole('article').first()).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText(/offline|can.t reach|no connection/i).first()).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(/offline|can.t reach|no connection/i)).toHaveCount(0)
})

test('attack 41: hostile text is shown as text, without a CSP violation', async ({
  page,
  context,
  origin,
  member,
  cspReports,
}) => {
  const hostile = `<script>window.owned=1</script><img src=x onerror="window.owned=1"> javascript:alert(1) &lt;b&gt; ${member.username}`
  await sharePost(context, origin, hostile)
  await page.goto('/')
  await expect(post(page, member.username)).toContainText('<img src=x onerror="window.owned=1">')
  expect(await page.evaluate(() => 'owned' in window)).toBe(false)
  expect(cspReports).toEqual([])
})
