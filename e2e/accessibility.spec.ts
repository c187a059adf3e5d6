import type { Page } from '@playwright/test'
import { paths } from '#rules/paths.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './journey.ts'

/** Every screen: its path, and the steps that bring it into the state to check. */
const screens: {
  name: string
  path: string
  signedIn: boolean
  ready(page: Page): Promise<unknown>
  status?: number
  width?: number
}[] = [
  {
    name: 'landing',
    path: '/',
    signedIn: false,
    ready: (page) => page.getByTestId('sample-post').first().waitFor(),
  },
  {
    name: 'sign in',
    path: '/api/login',
    signedIn: false,
    ready: (page) => page.getByLabel('Email').waitFor(),
  },
  {
    name: 'create an account',
    path: '/api/login',
    signedIn: false,
    ready: async (page) => {
      await page.getByRole('link', { name: 'Create an account' }).click()
      await page.getByLabel('Display name').waitFor()
    },
  },
  {
    name: 'feed',
    path: '/',
    signedIn: true,
    ready: (page) => page.getByRole('article').first().waitFor(),
  },
  {
    name: 'composer dialog',
    path: '/',
    signedIn: true,
    ready: async (page) => {
      await page.getByRole('article').first().waitFor()
      await page.getByRole('button', { name: 'Share Positivity' }).first().click()
      await page.getByRole('dialog').getByRole('button', { name: 'Photo' }).click()
      await page.getByRole('dialog').getByRole('tab', { name: 'Link' }).waitFor()
    },
  },
  {
    name: 'explore',
    path: '/explore',
    signedIn: true,
    ready: (page) => page.getByPlaceholder('Search positive vibes...').waitFor(),
  },
  {
    name: 'explore with results',
    path: '/explore?q=tea',
    signedIn: true,
    ready: (page) => page.getByRole('article').first().waitFor(),
  },
  {
    name: 'explore without results',
    path: '/explore?q=zzzzqqqq',
    signedIn: true,
    ready: (page) => page.getByText('No results found').waitFor(),
  },
  {
    name: 'own profile',
    path: '/profile',
    signedIn: true,
    ready: (page) => page.getByText('No posts yet.').waitFor(),
  },
  {
    name: 'edit profile',
    path: '/profile',
    signedIn: true,
    ready: async (page) => {
      await page.getByRole('button', { name: 'Edit Profile' }).click()
      await page.getByRole('dialog', { name: 'Edit Profile' }).getByLabel('Bio').waitFor()
    },
  },
  {
    name: 'settings',
    path: '/settings',
    signedIn: true,
    ready: (page) => page.getByText('This device').waitFor(),
  },
  {
    name: 'deleting the account',
    path: '/settings',
    signedIn: true,
    width: 390,
    ready: async (page) => {
      await page.getByRole('button', { name: 'Delete account' }).click()
      await page.getByRole('alertdialog').getByLabel('Password').waitFor()
    },
  },
  {
    name: 'feed on a phone',
    path: '/',
    signedIn: true,
    width: 390,
    ready: (page) => page.getByRole('article').first().waitFor(),
  },
  {
    name: "another member's profile",
    path: '/profile/wren_draws',
    signedIn: true,
    ready: (page) => page.getByRole('article').first().waitFor(),
  },
  {
    name: "the demo user's profile",
    path: '/profile',
    signedIn: false,
    ready: (page) => page.getByRole('button', { name: 'Edit Profile' }).waitFor(),
  },
  {
    name: 'an unknown user',
    path: '/profile/unknown_member',
    signedIn: true,
    ready: (page) => page.getByText('User not found').waitFor(),
    status: 404,
  },
  {
    name: 'explore signed out',
    path: '/explore',
    signedIn: false,
    ready: (page) => page.getByPlaceholder('Search positive vibes...').waitFor(),
  },
  {
    name: 'not found',
    path: '/nowhere',
    signedIn: true,
    ready: (page) => page.getByText('Page Not Found').waitFor(),
    status: 404,
  },
  {
    name: 'API reference',
    path: '/api/docs',
    signedIn: false,
    ready: (page) => page.getByRole('heading').first().waitFor(),
  },
]

test('axe visits every page of the client', () => {
  // Notifications are not built yet.
  const { notifications: _, ...pages } = paths
  const visited = screens.map(({ path }) => path)
  expect(Object.values(pages).filter((path) => !visited.includes(path))).toEqual([])
})

for (const screen of screens) {
  test(`axe finds no violations on ${screen.name}, light and dark`, async ({
    page,
    context,
    member,
  }) => {
    expect(member.username).toBeTruthy()
    if (!screen.signedIn) await context.clearCookies()
    if (screen.width) await page.setViewportSize({ width: screen.width, height: 844 })
    const response = await page.goto(screen.path)
    expect(response?.status()).toBe(screen.status ?? 200)
    await screen.ready(page)
    await expectAccessible(page)
  })
}

for (const width of [360, 768, 1440]) {
  test(`no page scrolls sideways at ${width} px, even with long words`, async ({
    page,
    context,
    origin,
    member,
  }) => {
    await context.request.post(`${origin}/api/posts`, {
      headers: { Origin: origin },
      data: {
        content: `${'unbreakable'.repeat(8)} ${'🎉'.repeat(60)} ${'مرحبا'.repeat(12)}`,
        imageUrl: null,
        videoUrl: null,
        mediaType: 'text',
      },
    })
    await page.setViewportSize({ width, height: 900 })
    for (const path of [
      '/',
      '/explore?q=unbreakable',
      `/profile/${member.username}`,
      '/settings',
      '/nowhere',
      '/api/docs',
    ]) {
      await page.goto(path)
      await page.getByRole('heading').first().waitFor()
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - window.innerWidth,
      )
      expect(overflow, path).toBeLessThanOrEqual(0)
    }
  })
}

test('the feed works with the keyboard alone', async ({ page, member }) => {
  await page.goto('/')
  await page.getByRole('article').first().waitFor()
  const tabTo = async (name: RegExp) => {
    for (let step = 0; step < 60; step++) {
      await page.keyboard.press('Tab')
      const focused = await page.evaluate(
        () =>
          document.activeElement?.getAttribute('aria-label') ??
          document.activeElement?.textContent ??
          '',
      )
      if (name.test(focused)) return
    }
    throw new Error(`Tab never reached ${name}`)
  }
  await tabTo(/Share Positivity/)
  const outline = await page.evaluate(
    () => getComputedStyle(document.activeElement ?? document.body).outlineStyle,
  )
  expect(outline).not.toBe('none')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('textbox', { name: /good today/i })).toBeFocused()
  await page.keyboard.type(`Typed by hand ${member.username}`)
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('article').first()).toContainText(`Typed by hand ${member.username}`)
  await expect(page.getByRole('button', { name: 'Share Positivity' }).first()).toBeFocused()

  await tabTo(/^Like, 0 likes$/)
  await page.keyboard.press('Space')
  await expect(
    page.getByRole('article').first().getByRole('button', { name: 'Like, 1 like', exact: true }),
  ).toBeFocused()
  await expect(
    page.getByRole('article').first().getByRole('button', { name: /^Like/ }),
  ).toHaveAttribute('aria-pressed', 'true')
})

test('each page has its own title, and navigation focuses its heading', async ({
  page,
  member,
}) => {
  await page.goto('/')
  await expect(page).toHaveTitle(/Good Vibes/)
  const titles = new Set([await page.title()])
  await page.getByRole('link', { name: 'Explore' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Explore')
  await expect.poll(() => page.title()).not.toBe([...titles][0])
  titles.add(await page.title())
  await page.getByRole('link', { name: 'Profile' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(member.displayName)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect.poll(() => page.title()).toContain(member.displayName)
})
