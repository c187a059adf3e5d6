import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { settled, test } from './fixed-product.ts'
import { serveGallery } from './gallery.ts'
import { screens } from './screens.ts'
import { viewports } from './viewports.ts'

// Compares every screen with its picture in e2e/looks, and checks it with axe in the same visit.
// `npm run looks` records the pictures again.

type Device = keyof typeof viewports
const devices = Object.keys(viewports) as Device[]

const press = (name: string) => (page: Page) => page.getByRole('button', { name }).click()

/** How the gallery shows them, by role. */
const overlays = {
  async tooltip(page: Page) {
    const button = page.getByRole('button', { name: 'Show a tooltip' })
    // With room on every side: otherwise half a pixel decides where the tooltip goes.
    await button.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    await button.hover()
  },
  menu: press('Show a menu'),
  alertdialog: press('Show a dialog'),
} satisfies Partial<Record<Parameters<Page['getByRole']>[0], (page: Page) => Promise<void>>>

const isComplete = process.env.TEST_ALL === 'on'

/** Two pictures have both sizes and both modes. `npm run test:all` compares all four. */
const modesOn = (device: Device) =>
  (['light', 'dark'] as const).filter(
    (mode) => isComplete || (mode === 'dark') === (device === 'phone'),
  )

interface Look {
  name: string
  device: Device
  fullPage: boolean
  stylePath?: string
}

async function expectLooks(page: Page, { name, device, fullPage, stylePath }: Look) {
  for (const colorScheme of modesOn(device)) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveCSS('color-scheme', new RegExp(colorScheme))
    await expect
      .soft(page)
      .toHaveScreenshot(`${name}-${device}-${colorScheme}.png`.replaceAll(/[^a-z0-9.]+/g, '-'), {
        fullPage,
        ...(stylePath && { stylePath }),
      })
  }
}

for (const screen of screens)
  test(`${screen.name} looks as recorded, and axe finds nothing`, async ({ openScreen }) => {
    const page = await openScreen(screen)
    const stylePath = path.join(import.meta.dirname, 'looks.css')
    // What is under the pointer after a resize would look hovered.
    await page.mouse.move(0, 0)
    for (const device of devices) {
      await page.setViewportSize(viewports[device])
      await settled(page)
      await screen
        .subject?.(page)
        .evaluate((element) => element.scrollIntoView({ block: 'center' }))
      // What has come into view may load too.
      await settled(page)
      const fullPage = screen.isWhole === true
      await expectLooks(page, { name: screen.name, device, fullPage, stylePath })
      await expectAccessible(page)
    }
  })

test.describe('gallery', () => {
  test.describe.configure({ mode: 'default' })
  let gallery: Awaited<ReturnType<typeof serveGallery>>
  test.beforeAll(async () => {
    gallery = await serveGallery()
  })
  test.afterAll(() => gallery.close())

  for (const device of devices) {
    test.describe(device, () => {
      test.use({ viewport: viewports[device] })

      test('the gallery looks as recorded', async ({ page }) => {
        await page.goto(gallery.url)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await page.evaluate(() => document.fonts.ready)
        await expectLooks(page, { name: 'gallery', device, fullPage: true })
      })

      for (const [role, open] of Object.entries(overlays)) {
        test(`the gallery's ${role} looks as recorded`, async ({ page }) => {
          await page.goto(gallery.url)
          const title = page.getByRole('heading', { name: 'Overlays' })
          await title.evaluate((heading) => heading.scrollIntoView())
          await open(page)
          await page.getByRole(role as keyof typeof overlays).waitFor()
          await expectLooks(page, { name: role, device, fullPage: false })
        })
      }
    })
  }
})
