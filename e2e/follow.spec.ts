import type { BrowserContext, Page, Request } from '@playwright/test'
import { expect, graphql, newMember, post, saved, sharePost, signUp, test } from './journey.ts'

const followButton = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name: new RegExp(`^Follow(ing)? ${name}$`) })

/** Signs up someone else, who shares a post. Returns their username. */
async function someoneElse(
  context: BrowserContext,
  origin: string,
  displayName: string,
): Promise<string> {
  const member = newMember(displayName)
  await signUp(context, origin, member)
  await sharePost(context, origin, `Hello from ${member.username}`)
  return member.username
}

test('a follow from a profile is still there after a reload, and can be taken back', async ({
  page,
  browser,
  origin,
  member,
}) => {
  const username = await someoneElse(await browser.newContext(), origin, 'Kim Followed')
  await page.goto(`/profile/${username}`)
  const button = followButton(page, 'Kim Followed')
  await expect(button).toHaveText('Follow')
  await expect(button).toHaveAttribute('aria-pressed', 'false')
  await saved(page, button.click())
  await expect(button).toHaveText('Following')
  await expect(page.getByRole('link', { name: '1 Follower', exact: true })).toBeVisible()
  await page.reload()
  await expect(button).toHaveAttribute('aria-pressed', 'true')

  await page.getByRole('link', { name: '1 Follower', exact: true }).click()
  await expect(page).toHaveURL(`${origin}/profile/${username}/followers`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Followers of Kim Followed')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByRole('main').getByRole('link', { name: member.displayName })).toBeVisible()
  await page.goto(`/profile/${member.username}`)
  await page.getByRole('link', { name: '1 Following', exact: true }).click()
  await saved(page, button.click())
  await expect(button).toHaveText('Follow')
  await page.reload()
  await expect(page.getByText('doesn’t follow anyone yet.')).toBeVisible()
})

test('following works with the keyboard alone, on a profile and in the menu of a post', async ({
  page,
  notified,
  browser,
  origin,
  member,
}) => {
  expect(member.username).toBeTruthy()
  const username = await someoneElse(await browser.newContext(), origin, 'Lee Keys')
  await page.goto(`/profile/${username}`)
  const button = followButton(page, 'Lee Keys')
  await button.focus()
  await page.keyboard.press('Space')
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  await expect(button).toBeFocused()

  const menuButton = post(page, username).getByRole('button', { name: 'More options' })
  await menuButton.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Unfollow Lee Keys' })).toBeVisible()
  await page.keyboard.press('Enter')
  await notified('You don’t follow Lee Keys anymore.')
  await expect(button).toHaveAttribute('aria-pressed', 'false')
  await expect(menuButton).toBeFocused()
})

/** Undefined for what an idle page sends: streams, and the time zone of a new account. */
function operationOf(request: Request): string | undefined {
  if (!request.url().endsWith('/graphql')) return undefined
  const { operationName } = request.postDataJSON()
  return operationName === 'UpdateNotificationSettings' ? undefined : operationName
}

test('a card asks for nothing until its menu opens, and the menu follows its author', async ({
  page,
  notified,
  browser,
  origin,
  member,
}) => {
  expect(member.username).toBeTruthy()
  const username = await someoneElse(await browser.newContext(), origin, 'Max Menu')
  const requests: string[] = []
  page.on('request', (request) => {
    const name = operationOf(request)
    if (name) requests.push(name)
  })
  await page.goto('/?feed=everyone')
  await expect(post(page, username)).toBeVisible()
  expect(requests).toEqual([])
  await post(page, username).getByRole('button', { name: 'More options' }).click()
  await page.getByRole('menuitem', { name: 'Follow Max Menu' }).click()
  await notified('You follow Max Menu now.')
  expect(requests).toEqual(['PersonEntries', 'ThreadEntries', 'FollowUser'])
  await page.goto(`/profile/${username}`)
  await expect(followButton(page, 'Max Menu')).toHaveText('Following')
})

test('a follow that fails is rolled back, with one toast', async ({
  page,
  notified,
  browser,
  origin,
  member,
}) => {
  expect(member.username).toBeTruthy()
  const username = await someoneElse(await browser.newContext(), origin, 'Ray Rollback')
  await page.goto(`/profile/${username}`)
  const { promise: failure, resolve: fail } = Promise.withResolvers<void>()
  let requests = 0
  await page.route('**/graphql', async (route) => {
    if (!operationOf(route.request())) return route.fallback()
    requests++
    await failure
    await route.fulfill({ status: 500, body: 'no' })
  })
  const button = followButton(page, 'Ray Rollback')
  await button.click()
  await expect(button).toHaveText('Following')
  await expect(page.getByRole('link', { name: '1 Follower', exact: true })).toBeVisible()
  fail()
  await notified('500')
  await expect(button).toHaveText('Follow')
  await expect(page.getByRole('link', { name: '0 Followers', exact: true })).toBeVisible()
  expect(requests, 'no automatic retry').toBe(1)
})

test('a long list of followers loads page by page, and Back and reload return to their place', async ({
  page,
  browser,
  origin,
  member,
}) => {
  const { viewer } = await graphql<{ viewer: { id: string } }>(
    page.context(),
    origin,
    '{ viewer { id } }',
  )
  for (let index = 0; index < 22; index++) {
    const context = await browser.newContext()
    await signUp(context, origin, newMember(`Follower ${index}`))
    await graphql(
      context,
      origin,
      'mutation Follow($input: FollowUserInput!) { followUser(input: $input) { user { id } } }',
      { input: { userId: viewer.id } },
    )
    await context.close()
  }
  await page.goto(`/profile/${member.username}/followers`)
  const people = page.getByRole('list', { name: 'People' }).getByRole('listitem')
  await expect(people).toHaveCount(20)
  await expect(people.first()).toContainText('Follower 21')
  await page.getByRole('button', { name: 'Load more people' }).click()
  await expect(people).toHaveCount(22)
  await expect(page.getByRole('button', { name: 'That’s everyone' })).toBeFocused()

  const last = page.getByRole('link', { name: 'Follower 0', exact: true })
  await last.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Follower 0')
  await page.goBack()
  await expect(people).toHaveCount(22)
  await expect(last).toBeInViewport()
  await page.reload()
  await expect(people).toHaveCount(22)
  await expect(last).toBeInViewport()
})

test('lists of people of unknown users are 404', async ({ page, member }) => {
  expect(member.username).toBeTruthy()
  for (const list of ['followers', 'following']) {
    const response = await page.goto(`/profile/unknown_member/${list}`)
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('User not found')
  }
})

test('visitors read lists of people and are invited to join', async ({ page }) => {
  const response = await page.goto('/profile/wren_draws/followers')
  expect(response?.status()).toBe(200)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Followers of')
  await expect(page.getByRole('button', { name: /^Follow/ })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Join' }).first()).toBeVisible()
})

/** The first visible post, and where it is. */
const placeOf = (page: Page) =>
  page.evaluate(() => {
    const posts = [...document.querySelectorAll('[data-list] [data-item]')]
    const first = posts.find((post) => post.getBoundingClientRect().bottom > 0)
    return [first?.getAttribute('data-item'), Math.round(first?.getBoundingClientRect().top ?? 0)]
  })

test('Explore suggests people, and its results keep tab and place', async ({ page, member }) => {
  expect(member.username).toBeTruthy()
  await page.goto('/explore')
  const suggestions = page.getByRole('region', { name: 'People to follow' })
  const first = suggestions.getByRole('listitem').first()
  await first.getByRole('button', { name: /^Follow / }).click()
  await expect(first.getByRole('button')).toHaveText('Following')

  await page.goto('/explore?q=the')
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, 900))
  const place = await placeOf(page)
  await page.getByRole('link', { name: 'People', exact: true }).click()
  await expect(page).toHaveURL(/q=the&tab=people/)
  await expect(page.getByRole('article')).toHaveCount(0)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await page.getByRole('link', { name: 'Posts', exact: true }).click()
  await expect.poll(() => placeOf(page)).toEqual(place)
  await page.goBack()
  await expect(page.getByRole('link', { name: 'People', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await page.reload()
  await expect(page.getByRole('link', { name: 'People', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
})
