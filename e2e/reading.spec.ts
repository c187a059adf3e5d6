import type { Locator } from '@playwright/test'
import { expect, newMember, post, sharePost, signUp, test } from './journey.ts'

const letters = (count: number) => Array.from({ length: count }, () => 'a').join('\n')
const heightOf = async (locator: Locator) => (await locator.boundingBox())?.height ?? 0
const topOf = (locator: Locator) =>
  locator.evaluate((element) => Math.round(element.getBoundingClientRect().top))

test('a long post folds after twelve lines, and unfolding and folding keep the place', async ({
  page,
  context,
  origin,
  member,
}) => {
  await sharePost(context, origin, `${member.username}\n${letters(11)}`)
  await sharePost(context, origin, `${member.username}\n${letters(125)}`)
  await page.goto(`/profile/${member.username}`)
  const [long, short] = [page.getByRole('article').first(), page.getByRole('article').last()]
  const text = long.getByText(member.username).last()
  await expect(short.getByRole('button', { name: 'Show more' })).toHaveCount(0)
  expect(await heightOf(long)).toBeLessThan((await heightOf(short)) + 60)

  // A reader who scrolled into the text sees it stay where it is.
  await page.evaluate(() => window.scrollTo(0, 150))
  const textTop = await topOf(text)
  await long.getByRole('button', { name: 'Show more' }).focus()
  await page.keyboard.press('Enter')
  const less = long.getByRole('button', { name: 'Show less' })
  await expect(less).toBeFocused()
  expect(await topOf(text)).toBe(textTop)
  expect(await heightOf(long)).toBeGreaterThan(3000)

  await less.scrollIntoViewIfNeeded()
  const buttonTop = await topOf(less)
  await less.click()
  const more = long.getByRole('button', { name: 'Show more' })
  await expect(more).toBeFocused()
  await expect(more).toBeInViewport()
  expect(await heightOf(long)).toBeLessThan((await heightOf(short)) + 60)
  // The page may end before the button can be as low as it was.
  expect(await topOf(more)).toBeLessThanOrEqual(buttonTop)
})

test('an unfolded post stays unfolded after Back, and matches in it are highlighted', async ({
  page,
  context,
  origin,
  member,
}) => {
  const word = `findme${member.username.replaceAll('_', '')}`
  await sharePost(context, origin, `${letters(30)}\n${word}`)
  await page.goto(`/explore?q=${word}`)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(page.locator('mark', { hasText: word })).toBeVisible()
  await page.getByRole('article').getByRole('link').first().click()
  await expect(page).toHaveURL(/\/profile\//)
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Show less' })).toBeVisible()
})

test("the feed's keys move between posts and out of the feed", async ({ page, member }) => {
  expect(member.username).toBeTruthy()
  await page.goto('/')
  const articles = page.getByRole('article')
  await articles.first().getByRole('link').first().focus()
  await page.keyboard.press('PageDown')
  await expect(articles.nth(1)).toBeFocused()
  await expect(articles.nth(1)).toBeInViewport()
  const outline = await articles
    .nth(1)
    .evaluate((element) => getComputedStyle(element).outlineStyle)
  expect(outline).not.toBe('none')
  await page.keyboard.press('PageUp')
  await expect(articles.first()).toBeFocused()
  const more = page.getByRole('button', { name: 'Load more positive vibes' })
  await more.waitFor()
  await page.keyboard.press('Control+End')
  await expect(more).toBeFocused()
  await articles.nth(2).getByRole('link').first().focus()
  await page.keyboard.press('Control+Home')
  const form = page.getByRole('form', { name: 'Share a post' })
  await expect(form.locator(':focus')).toHaveCount(1)
})

/** Where a text begins, however wide its element is. */
const leftOf = (locator: Locator) =>
  locator.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return Math.round(range.getBoundingClientRect().left)
  })

test('a name from right to left begins where its lines do, in posts, lists and profiles', async ({
  page,
  context,
  origin,
}) => {
  const dana = newMember('דנה לוי')
  await signUp(context, origin, dana)
  await sharePost(context, origin, `Shalom from ${dana.username}`)
  for (const [path, place] of [
    ['/', page.getByRole('article')],
    [`/explore?q=@${dana.username}&tab=people`, page.getByRole('listitem')],
    [`/profile/${dana.username}`, page.locator('div:has(> h1)')],
  ] as const) {
    await page.goto(path)
    const person = place.filter({ hasText: `@${dana.username}` }).first()
    const [name, handle] = [dana.displayName, `@${dana.username}`].map((text) =>
      person.getByText(text, { exact: true }).first(),
    ) as [Locator, Locator]
    await expect(name).toBeVisible()
    expect(await leftOf(name), path).toBe(await leftOf(handle))
  }
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true })

  test("a long press on a post's time shows its date", async ({
    page,
    context,
    origin,
    member,
  }) => {
    await sharePost(context, origin, `Just now ${member.username}`)
    await page.goto('/')
    const time = post(page, member.username).locator('time')
    await time.dispatchEvent('pointerdown', { pointerType: 'touch' })
    const year = new Date().getFullYear()
    await expect(page.getByRole('tooltip')).toHaveText(
      new RegExp(`^\\d+ \\w+ ${year} at \\d\\d:\\d\\d$`),
    )
  })
})
