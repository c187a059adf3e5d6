import type { Page } from '@playwright/test'
import { expect, graphql, notifications, post, test } from './journey.ts'

const composer = (page: Page) =>
  page.getByRole('main').getByRole('textbox', { name: /good today/i })
const shareButton = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: 'Share', exact: true })

test('two tabs hold one draft, and a lost answer posts it once', async ({
  context,
  page,
  member,
}) => {
  expect(member.username).not.toBe('')
  const other = await context.newPage()
  for (const tab of [page, other]) await tab.goto('/')
  const text = `Only once ${crypto.randomUUID()}`
  await composer(page).fill(text)
  await expect(composer(other)).toHaveValue(text)

  // The server stores the post, and its answer is lost.
  await page.route('**/graphql', async (route) => {
    const isPost = route.request().postData()?.includes('mutation CreatePost')
    if (!isPost) return route.continue()
    await route.fetch()
    await route.abort()
  })
  await shareButton(page).click()
  await expect(notifications(page)).toContainText('Failed to create post')
  await page.unroute('**/graphql')
  await page.reload()
  await expect(composer(page)).toHaveValue(text)
  await shareButton(page).click()
  await expect(composer(page)).toHaveValue('')
  await expect(composer(other)).toHaveValue('')
  await page.reload()
  await expect(post(page, text)).toHaveCount(1)
})

test('Back closes the composer, and keeps its draft', async ({ page, member }) => {
  expect(member.username).not.toBe('')
  await page.goto('/')
  await page.getByRole('link', { name: 'Explore' }).first().click()
  await page.waitForURL('**/explore')
  const open = page.getByRole('button', { name: 'Share Positivity' }).first()
  const dialog = page.getByRole('dialog')
  const field = dialog.getByRole('textbox', { name: /good today/i })
  await open.click()
  await field.fill('Half a thought')
  await page.goBack()
  await expect(dialog).toBeHidden()
  await page.goForward()
  await expect(page).toHaveURL(/explore$/)
  await expect(dialog).toBeHidden()
  await open.click()
  await expect(field).toHaveValue('Half a thought')
})

test('a page that loads late leaves the composer open', async ({ page, member }) => {
  expect(member.username).not.toBe('')
  const late = Promise.withResolvers<void>()
  await page.route(/assets\/ExplorePage/, async (route) => {
    await late.promise
    await route.continue()
  })
  await page.goto('/')
  await page.getByRole('link', { name: 'Explore' }).first().click()
  await page.getByRole('button', { name: 'Share Positivity' }).first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('textbox', { name: /good today/i })).toBeFocused()
  late.resolve()
  await expect(page.getByRole('searchbox', { includeHidden: true })).toBeAttached()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
})

/** Puts text and a picture of it on the clipboard, as word processors do. */
async function copyFromWordProcessor(page: Page, text: string) {
  await page.evaluate(async (words) => {
    const canvas = new OffscreenCanvas(90, 60)
    canvas.getContext('2d')?.fillRect(0, 0, 90, 60)
    await navigator.clipboard.write([
      new ClipboardItem({
        'text/plain': new Blob([words], { type: 'text/plain' }),
        'image/png': await canvas.convertToBlob({ type: 'image/png' }),
      }),
    ])
  }, text)
}

test('a paste from a word processor is its text, without the picture of it', async ({
  context,
  page,
  origin,
  member,
  notified,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin })
  await page.goto('/')
  const text = `Written elsewhere ${member.username}`
  await copyFromWordProcessor(page, text)
  const pasted = page.evaluate(
    () =>
      new Promise<string[]>((resolve) =>
        document.addEventListener('paste', ({ clipboardData }) =>
          resolve([...(clipboardData?.items ?? [])].map(({ type }) => type)),
        ),
      ),
  )
  await composer(page).focus()
  await page.keyboard.press('ControlOrMeta+v')
  expect(await pasted).toEqual(expect.arrayContaining(['text/plain', 'image/png']))
  await expect(composer(page)).toHaveValue(text)
  await shareButton(page).click()
  await notified('Your positive post has been shared!')
  const { viewer } = await graphql<{ viewer: { posts: { nodes: object[] } } }>(
    context,
    origin,
    '{ viewer { posts { nodes { content imageUrl } } } }',
  )
  expect(viewer.posts.nodes).toEqual([{ content: text, imageUrl: null }])
})
