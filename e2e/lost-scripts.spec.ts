import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Locator, Page, Request } from '@playwright/test'
import { paths } from '#rules/paths.ts'
import { expect, post, sharePost, test } from './journey.ts'
import { setRole } from './product-data.ts'

const DATA_DIR = process.env.JOURNEY_DATA_DIR ?? ''

const DIST = path.resolve(import.meta.dirname, '../web/dist')
const isScript = (file: string) => file.endsWith('.js')
const initialScripts = ['app.html', 'landing.html', 'sign-in.html'].flatMap((page) =>
  [
    ...readFileSync(path.join(DIST, page), 'utf8').matchAll(
      /<[^>]*(?:src|modulepreload" crossorigin href)="\/assets\/([^"]+)"/g,
    ),
  ].map(([, file]) => file),
)
const lazyScripts = readdirSync(path.join(DIST, 'assets'))
  .filter(isScript)
  .filter((file) => !initialScripts.includes(file))

const isStanding = async (page: Page) => {
  await expect(page.getByRole('navigation', { name: 'Main' }).first()).toBeVisible()
  await expect(page.getByRole('main').first()).toBeVisible()
}

const dialogOf = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'))

async function close(page: Page, opened: Locator) {
  await page.keyboard.press('Escape')
  await expect(opened).toHaveCount(0)
  await isStanding(page)
}

/** Opens a dialog or menu, or what says that it failed to load, and closes it. */
async function openAndClose(page: Page, open: () => Promise<unknown>) {
  const opened = dialogOf(page).or(page.getByRole('menu'))
  await open()
  await expect(opened.first()).toBeVisible()
  await close(page, opened)
}

/** Opens a dialog by an entry of a menu, unless the menu failed to load, and closes it. */
async function chooseAndClose(page: Page, open: () => Promise<unknown>, entry: string) {
  const dialog = dialogOf(page)
  const item = page.getByRole('menuitem', { name: entry })
  await open()
  await expect(item.or(dialog).first()).toBeVisible()
  if (await item.isVisible()) await item.click()
  await expect(dialog.first()).toBeVisible()
  await close(page, dialog)
}

/** A page shows its heading or what says that it failed to load. */
async function isShown(page: Page) {
  await expect(
    page
      .getByRole('heading', { level: 1 })
      .or(page.getByRole('button', { name: 'Reload' }))
      .first(),
  ).toBeVisible()
  await isStanding(page)
}

async function visit(page: Page, name: string) {
  await page.getByRole('link', { name, exact: true }).first().click()
  await isShown(page)
}

/** Uses what loads lazily on the feed. */
async function tourFeed(page: Page, text: string) {
  const own = post(page, text)
  const menuOf = (article: Locator) => article.getByRole('button', { name: 'More options' })
  const other = page
    .getByRole('article')
    .filter({ hasNot: page.getByText(text) })
    .first()
  await openAndClose(page, () => menuOf(own).click())
  await openAndClose(page, () => own.getByRole('button', { name: /^Share post/ }).click())
  await chooseAndClose(page, () => menuOf(own).click(), 'Delete')
  await chooseAndClose(page, () => menuOf(other).click(), 'Report…')
  await chooseAndClose(page, () => menuOf(other).click(), 'Block')
  await own.locator('time').hover()
  await page.getByRole('main').getByRole('button', { name: 'Photo' }).click()
  await isStanding(page)
  await openAndClose(page, () =>
    page.getByRole('button', { name: 'Share Positivity' }).first().click(),
  )
  await visit(page, 'Following')
}

/** The rail of icons, whose names are tooltips, and keys that mean nothing yet. */
async function tourRail(page: Page) {
  const isTooltip = (request: Request) => request.url().includes('/TooltipBubble-')
  await Promise.all([
    page.waitForEvent('requestfailed', isTooltip),
    page.getByRole('link', { name: 'Explore', exact: true }).first().hover(),
  ])
  for (const key of ['Tab', 'Shift', 'ArrowDown', 'PageDown', 'j', '?', 'Escape'])
    await page.keyboard.press(key)
  await isStanding(page)
}

async function visitPages(page: Page) {
  for (const name of ['Explore', 'Settings', 'Notifications', 'Profile']) await visit(page, name)
}

/** Uses what loads lazily on other pages. */
async function tourPages(page: Page, username: string) {
  await visitPages(page)
  const edit = page.getByRole('button', { name: 'Edit Profile' })
  await expect(edit.or(page.getByRole('button', { name: 'Reload' })).first()).toBeVisible()
  if (await edit.isVisible()) await openAndClose(page, () => edit.click())
  for (const path of [
    `${paths.ownProfile}/${username}/followers`,
    paths.rules,
    paths.reports,
    paths.moderation,
    paths.applications,
  ]) {
    await page.goto(path)
    await isShown(page)
  }
}

const partOf = (script: string) => script.replace(/-[\w-]{8}\.js$/, '')
/**
 * Every eighth one, so that a script and those that it imports are mostly lost in turn. Each alone
 * takes several minutes.
 */
const groups = Array.from({ length: 8 }, (_, group) =>
  lazyScripts.filter((_script, index) => index % 8 === group),
)

interface Loss {
  /** Offline, every script is lost that the page has not loaded yet. */
  how: 'aborted' | 'not found' | 'offline'
  /** The first click is a like. */
  when: 'before it loads' | 'before the first click' | 'after the first click'
  isNarrow?: true
}

/** Of each group. Together they have every way and moment. */
const losses: readonly Loss[] = [
  { how: 'aborted', when: 'before it loads' },
  { how: 'not found', when: 'before the first click' },
  { how: 'offline', when: 'before the first click', isNarrow: true },
  { how: 'aborted', when: 'after the first click' },
  { how: 'not found', when: 'before it loads' },
  { how: 'offline', when: 'after the first click' },
  { how: 'not found', when: 'after the first click' },
  { how: 'aborted', when: 'before the first click' },
]

/** What `npm run test:all` adds: each script alone, in turn. */
const lossesOfEach: readonly Loss[] = [
  { how: 'not found', when: 'before the first click' },
  { how: 'aborted', when: 'after the first click' },
]

const isComplete = process.env.TEST_ALL === 'on'
const ofGroups = groups.map((scripts, index) => ({ scripts, loss: losses[index] as Loss }))
const ofEach = lazyScripts.map((script, index) => ({
  scripts: [script],
  loss: lossesOfEach[index % lossesOfEach.length] as Loss,
}))
const cases = [...ofGroups, ...(isComplete ? ofEach : [])].map(({ scripts, loss }) => ({
  scripts,
  loss,
  name: `${loss.how} ${loss.when}: ${scripts.map(partOf).join(', ')}`,
}))

async function lose(page: Page, scripts: readonly string[], how: Loss['how']) {
  if (how === 'offline') return page.context().setOffline(true)
  for (const script of scripts)
    await page.route(`**/assets/${script}`, (route) =>
      how === 'aborted' ? route.abort() : route.fulfill({ status: 404 }),
    )
}

/** Opens the feed and clicks for the first time, and loses the scripts meanwhile. */
async function likeFirst(
  page: Page,
  text: string,
  { when, isNarrow }: Loss,
  loseNow: () => Promise<void>,
) {
  if (when === 'before it loads') await loseNow()
  await page.goto('/')
  const like = post(page, text).getByRole('button', { name: /^Like/ })
  await expect(like).toBeVisible()
  if (when === 'before the first click') await loseNow()
  if (isNarrow) await tourRail(page)
  await like.click()
  if (when === 'after the first click') await loseNow()
}

test.describe('with lost scripts', () => {
  for (const { name, scripts, loss } of cases)
    test(`the page stands with scripts ${name}`, async ({ page, context, origin, member }) => {
      const text = `Standing ${member.username}`
      await sharePost(context, origin, text)
      await setRole(DATA_DIR, member.username, 'ADMIN')
      if (loss.isNarrow) await page.setViewportSize({ width: 900, height: 900 })
      await likeFirst(page, text, loss, () => lose(page, scripts, loss.how))
      await tourFeed(page, text)
      if (loss.how === 'offline') {
        await visitPages(page)
        await lose(page, scripts, 'aborted')
        await context.setOffline(false)
      }
      await tourPages(page, member.username)
    })
})

test('without the main script, the page offers a reload', async ({ page, member }) => {
  expect(member.username).toBeTruthy()
  let isLost = true
  await page.route('**/assets/*.js', (route) => (isLost ? route.abort() : route.continue()))
  await page.goto('/')
  await expect(page.getByText('We couldn’t show this page.')).toBeVisible()
  isLost = false
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { name: 'Good Vibes Feed' })).toBeVisible()
})

test('a tab that was left open over a deployment reloads itself once, and keeps the draft', async ({
  page,
  member,
}) => {
  expect(member.username).toBeTruthy()
  await page.goto('/')
  const field = page.getByRole('main').getByRole('textbox', { name: /good today/i })
  await field.fill('Half a thought')
  // The composer may still load parts of its own. The page asks for its main script by HEAD.
  const isCheck = (request: Request) => request.method() === 'HEAD'
  const isGone = (request: Request) => isCheck(request) || request.url().includes('/ExplorePage-')
  await page.route('**/assets/**', (route) =>
    isGone(route.request()) ? route.fulfill({ status: 404 }) : route.continue(),
  )
  let loads = 0
  page.on('load', () => loads++)
  await page.getByRole('link', { name: 'Explore' }).first().click()
  // The script is still gone after the reload, and the page says so instead of reloading again.
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible()
  expect(loads).toBe(1)
  await page.unroute('**/assets/**')
  await page.goto('/')
  await expect(field).toHaveValue('Half a thought')
})

test('a dialog that failed to load can be closed, and loads at the next try', async ({
  page,
  member,
}) => {
  expect(member.username).toBeTruthy()
  const [script = ''] = lazyScripts.filter((file) => file.startsWith('ComposerDialog-'))
  await page.goto('/')
  let isLost = true
  await page.route(`**/assets/${script}`, (route) => (isLost ? route.abort() : route.continue()))
  const open = page.getByRole('button', { name: 'Share Positivity' }).first()
  await open.click()
  const failed = page.getByRole('dialog', { name: /couldn’t load/ })
  await expect(failed).toBeVisible()
  isLost = false
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect(failed).toHaveCount(0)
  await page.getByRole('button', { name: 'Share Positivity' }).first().click()
  await expect(page.getByRole('dialog', { name: 'Share Positivity' })).toBeVisible()
})
