import type { Page } from '@playwright/test'
import { expect, newMember, post, saved, sharePost, signUp, test } from './journey.ts'
import { tabTo } from './keyboard.ts'
import { recordNotifications } from './notifications.ts'

const replies = (page: Page) => page.getByRole('list', { name: 'Replies' }).getByRole('listitem')
const field = (page: Page) => page.getByRole('textbox', { name: 'Write a reply…' })

/** Writes a reply on the page of a post. */
async function reply(page: Page, text: string) {
  await field(page).fill(text)
  await saved(page, page.getByRole('button', { name: 'Reply', exact: true }).click())
}

test('two people talk: a reply, an answer to it, a like, a closed thread, a deletion', async ({
  page,
  context,
  browser,
  origin,
  member,
  cspReports,
}) => {
  const id = await sharePost(context, origin, `Ask me anything ${member.username}`)
  const others = await browser.newContext({ baseURL: origin })
  await signUp(others, origin, newMember('Gail Guest'))
  const guest = await others.newPage()
  const guestNotified = await recordNotifications(guest)

  await guest.goto('/')
  const card = post(guest, member.username)
  await card.getByRole('link', { name: 'Reply, 0 replies' }).click()
  await expect(guest).toHaveURL(`/post/${id}`)
  await expect(guest.getByRole('heading', { name: 'Post by Robin Journey' })).toBeFocused()
  await reply(guest, 'What is your favourite tree?')
  await guestNotified('Your reply is sent.')
  await expect(replies(guest)).toHaveText(/What is your favourite tree\?/)
  await expect(field(guest)).toHaveValue('')

  await page.goto(`/post/${id}`)
  const question = replies(page).filter({ hasText: 'favourite tree' })
  await saved(page, question.getByRole('button', { name: /^Like/ }).click())
  await expect(question.getByRole('button', { name: 'Like, 1 like' })).toBeVisible()
  await question.getByRole('button', { name: 'Reply to Gail Guest' }).click()
  await expect(field(page)).toBeFocused()
  await reply(page, 'The old lime by the bridge.')
  await expect(replies(page)).toHaveCount(2)
  await expect(replies(page).nth(1)).toContainText('Replying to Gail Guest')

  await guest.reload()
  await expect(replies(guest)).toHaveCount(2)
  await expect(replies(guest).nth(0).getByRole('button', { name: 'Like, 1 like' })).toBeVisible()

  await page.getByRole('article').first().getByRole('button', { name: 'More options' }).click()
  await saved(page, page.getByRole('menuitem', { name: 'Close replies' }).click())
  await expect(page.getByText('The replies are closed.')).toBeVisible()
  await expect(field(page)).toHaveCount(0)
  await reply(guest, 'Too late')
  await guestNotified('The replies to this post are closed.')
  await expect(replies(guest)).toHaveCount(2)
  await expect(field(guest)).toHaveValue('Too late')

  await replies(page).nth(1).getByRole('button', { name: 'More options' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete this reply?' })
  await saved(page, dialog.getByRole('button', { name: 'Delete' }).click())
  await expect(replies(page)).toHaveCount(1)
  await page.reload()
  await expect(replies(page)).toHaveCount(1)
  await expect(page.getByRole('article').first()).toContainText('1 reply')
  expect(cspReports).toEqual([])
  await others.close()
})

test('a thread works with the keyboard alone, and so does the way to posts without an answer', async ({
  page,
  context,
  browser,
  origin,
  member,
}) => {
  const id = await sharePost(context, origin, `By hand ${member.username}`)
  const others = await browser.newContext({ baseURL: origin })
  await signUp(others, origin, newMember('Gail Guest'))
  const guest = await others.newPage()
  await guest.goto(`/post/${id}`)
  await reply(guest, 'Nicely typed')
  await others.close()

  // The feed has posts of other journeys, too.
  await page.goto('/profile')
  await tabTo(page, /^Reply, 1 reply$/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Post by Robin Journey' })).toBeFocused()
  await tabTo(page, /^Reply to Gail Guest$/)
  await page.keyboard.press('Enter')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('Thank you')
  await saved(page, page.keyboard.press('Control+Enter'))
  await expect(replies(page).nth(1)).toContainText('Replying to Gail Guest')
  await expect(field(page)).toBeFocused()

  await page.goto('/explore')
  await tabTo(page, /^Say hello/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Say hello' })).toBeFocused()
  await page.getByRole('article').first().waitFor()
  await tabTo(page, /^Reply, 0 replies$/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/post\//)
})

test('a deleted post takes its replies with it, and its page leads to the feed', async ({
  page,
  notified,
  context,
  origin,
  member,
}) => {
  const id = await sharePost(context, origin, `Soon gone ${member.username}`)
  await sharePost(context, origin, 'A reply', id)
  await page.goto(`/post/${id}`)
  await page.getByRole('article').first().getByRole('button', { name: 'More options' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete this post?' })
  await expect(dialog).toContainText('with its 1 reply.')
  await saved(page, dialog.getByRole('button', { name: 'Delete' }).click())
  await expect(page).toHaveURL('/')
  await notified('Your post is deleted.')
  const response = await page.goto(`/post/${id}`)
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Post not found' })).toBeVisible()
  await page.goto('/profile?tab=replies')
  await expect(page.getByText('No replies yet.')).toBeVisible()
})

test('the first data of a thread and of the replies of a profile is in the HTML', async ({
  page,
  context,
  origin,
  member,
}) => {
  const id = await sharePost(context, origin, `A quiet thread ${member.username}`)
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/graphql')) requests.push(request.postData() ?? '')
  })
  await page.goto(`/post/${id}`)
  await expect(page.getByText('No replies yet.')).toBeVisible()
  expect(requests).toEqual([])
  await reply(page, 'Talking to myself')
  await expect(replies(page)).toHaveCount(1)
  await page.goto(`/profile/${member.username}?tab=replies`)
  await expect(replies(page)).toContainText(`In reply to Robin Journey · A quiet thread`)
  expect(requests.filter((body) => body.includes('query Profile'))).toEqual([])
  await replies(page).getByRole('link', { name: 'Robin Journey' }).nth(1).click()
  await expect(page).toHaveURL(`/post/${id}`)
})

test('visitors read a thread and are asked to join; /hello asks them to sign in', async ({
  page,
  context,
  origin,
  member,
}) => {
  const id = await sharePost(context, origin, `For everyone ${member.username}`)
  await context.clearCookies()
  await page.goto(`/post/${id}`)
  await expect(page.getByRole('article')).toContainText(member.username)
  await expect(page.getByRole('main').getByRole('link', { name: 'Join' })).toHaveAttribute(
    'href',
    `/api/login?returnTo=${encodeURIComponent(`/post/${id}`)}`,
  )
  await expect(field(page)).toHaveCount(0)
  await page.goto('/hello')
  await expect(page).toHaveURL('/api/login?returnTo=%2Fhello')
})

test('on a phone, the reply field stays above the navigation', async ({
  page,
  context,
  origin,
  member,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const id = await sharePost(context, origin, `On the go ${member.username}`)
  for (let number = 1; number <= 8; number++)
    await sharePost(context, origin, `Reply ${number}`, id)
  await page.goto(`/post/${id}`)
  await expect(replies(page)).toHaveCount(8)
  const gap = async () => {
    const box = await page.locator('[data-bar]').boundingBox()
    const bar = await page.getByRole('navigation', { name: 'Main' }).last().boundingBox()
    return Math.abs((bar?.y ?? 0) - ((box?.y ?? 0) + (box?.height ?? 0)))
  }
  await expect.poll(gap).toBeLessThanOrEqual(1)
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expect.poll(gap).toBeLessThanOrEqual(1)
  await expect(page.getByRole('button', { name: 'Share Positivity' })).toBeHidden()
})
