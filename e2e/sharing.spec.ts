import type { BrowserContext, Page } from '@playwright/test'
import { expect, graphql, newMember, post, sharePost, signUp, test } from './journey.ts'

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Feeds' }).getByRole('link', { name })
const shareButton = (page: Page, text: string) =>
  post(page, text).getByRole('button', { name: /^Share post/ })

async function follow(context: BrowserContext, origin: string, username: string) {
  const { user } = await graphql<{ user: { id: string } }>(
    context,
    origin,
    'query ($username: String!) { user(username: $username) { id } }',
    { username },
  )
  await graphql(
    context,
    origin,
    'mutation ($input: FollowUserInput!) { followUser(input: $input) { user { id } } }',
    { input: { userId: user.id } },
  )
}

/** Collects the page's queries. When idle, it also stores the time zone and opens streams. */
function collectRequests(page: Page): string[] {
  const requests: string[] = []
  page.on('request', (request) => {
    const body = request.postData() ?? ''
    if (request.url().endsWith('/graphql') && body.includes('"query":"query ')) requests.push(body)
  })
  return requests
}

test('a post is shared and the share undone, with the count of the server', async ({
  page,
  notified,
  context,
  origin,
  member,
}) => {
  await sharePost(context, origin, `Worth sharing ${member.username}`)
  await page.goto('/')
  const button = shareButton(page, member.username)
  await expect(button).toHaveAccessibleName('Share post, 0 shares')
  await button.click()
  await expect(page.getByRole('menuitem')).toHaveText([
    'Share with followers',
    'Share with a comment…',
    'Copy link',
  ])
  await page.getByRole('menuitem', { name: 'Share with followers' }).click()
  await expect(button).toHaveAccessibleName('Share post, 1 share')
  await notified('Shared with your followers')
  await page.reload()
  await expect(button).toHaveAccessibleName('Share post, 1 share')
  await button.click()
  await page.getByRole('menuitem', { name: 'Undo share' }).click()
  await expect(button).toHaveAccessibleName('Share post, 0 shares')
  await notified('Share undone')
  await page.reload()
  await expect(button).toHaveAccessibleName('Share post, 0 shares')
})

test('a share is rolled back when the request fails', async ({
  page,
  notified,
  context,
  origin,
  member,
}) => {
  await sharePost(context, origin, `Not shared ${member.username}`)
  await page.goto('/')
  const { promise: failure, resolve: fail } = Promise.withResolvers<void>()
  await page.route('**/graphql', async (route) => {
    if (!route.request().postData()?.includes('sharePost')) return route.continue()
    await failure
    await route.fulfill({ status: 500, body: 'no' })
  })
  const button = shareButton(page, member.username)
  await button.click()
  await page.getByRole('menuitem', { name: 'Share with followers' }).click()
  await expect(button).toHaveAccessibleName('Share post, 1 share')
  fail()
  await notified('Something went wrong. Please try again.')
  await expect(button).toHaveAccessibleName('Share post, 0 shares')
})

test('a share with a comment appears to a follower, above the post', async ({
  page,
  browser,
  origin,
  member,
}) => {
  const others = await browser.newContext({ baseURL: origin })
  const author = newMember('Alex Author')
  await signUp(others, origin, author)
  await sharePost(others, origin, `Far away ${author.username}`)
  await page.goto('/')
  await shareButton(page, author.username).click()
  await page.getByRole('menuitem', { name: 'Share with a comment…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share with a comment' })
  await dialog.getByLabel('Your comment').fill('This made my morning.')
  await expect(dialog.getByTestId('character-counter')).toHaveText('21/280')
  await dialog.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(shareButton(page, author.username)).toHaveAccessibleName('Share post, 1 share')

  const follower = await browser.newContext({ baseURL: origin })
  await signUp(follower, origin, newMember('Fran Follower'))
  await follow(follower, origin, member.username)
  const home = await follower.newPage()
  await home.goto('/?feed=following')
  const article = post(home, author.username)
  await expect(article).toContainText('Robin Journey shared')
  await expect(article).toContainText('This made my morning.')
  await expect(article.getByRole('link', { name: 'Robin Journey' })).toHaveAttribute(
    'href',
    `/profile/${member.username}`,
  )
  await tab(home, 'Everyone').click()
  await expect(article).toBeVisible()
  await expect(article).not.toContainText('Robin Journey shared')
  await others.close()
  await follower.close()
})

test('the chosen tab survives a reload, and its first posts are in the HTML', async ({
  page,
  context,
  origin,
  member,
  cspReports,
}) => {
  await sharePost(context, origin, `My own ${member.username}`)
  await page.goto('/')
  await expect(tab(page, 'Everyone')).toHaveAttribute('aria-current', 'page')
  await tab(page, 'Following').click()
  await expect(page).toHaveURL('/?feed=following')
  await expect(tab(page, 'Following')).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('article')).toHaveCount(1)

  const requests = collectRequests(page)
  await page.goto('/')
  await expect(tab(page, 'Following')).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('article')).toContainText(member.username)
  expect(requests).toEqual([])

  await tab(page, 'Everyone').click()
  await expect(page.getByRole('article').nth(1)).toBeVisible()
  await page.goBack()
  await expect(tab(page, 'Following')).toHaveAttribute('aria-current', 'page')
  await page.goForward()
  await page.goto('/')
  await expect(tab(page, 'Everyone')).toHaveAttribute('aria-current', 'page')
  expect(cspReports).toEqual([])
})

test('each tab keeps its own scroll position', async ({ page, context, origin, member }) => {
  expect(member.username).toBeTruthy()
  await follow(context, origin, 'wren_draws')
  await page.goto('/')
  await page.getByRole('article').nth(5).scrollIntoViewIfNeeded()
  const top = () => page.evaluate(() => window.scrollY)
  await expect.poll(top).toBeGreaterThan(500)
  const before = await top()
  await tab(page, 'Following').click()
  await expect(tab(page, 'Following')).toHaveAttribute('aria-current', 'page')
  await expect.poll(top).toBe(0)
  await tab(page, 'Everyone').click()
  await expect(tab(page, 'Everyone')).toHaveAttribute('aria-current', 'page')
  await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(3)
  await expect(tab(page, 'Everyone')).toBeFocused()
})

test('sharing works with the keyboard alone', async ({ page, context, origin, member }) => {
  await sharePost(context, origin, `By hand ${member.username}`)
  await page.goto('/')
  const button = shareButton(page, member.username)
  await post(page, member.username).getByRole('button', { name: /^Like/ }).focus()
  await page.keyboard.press('Tab')
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Share with followers' })).toHaveAttribute(
    'data-highlighted',
  )
  await expect(page.getByRole('menu', { name: /^Share post/ })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Share with a comment' })
  await expect(dialog.getByLabel('Your comment')).toBeFocused()
  await page.keyboard.type('Typed')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Share', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()
  await expect(button).toHaveAccessibleName('Share post, 1 share')

  await tab(page, 'Everyone').focus()
  await page.keyboard.press('Tab')
  await expect(tab(page, 'Following')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(tab(page, 'Following')).toHaveAttribute('aria-current', 'page')
  await expect(tab(page, 'Following')).toBeFocused()
})
