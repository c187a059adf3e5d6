import { expect, newMember, post, signUp, test } from './journey.ts'

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('the landing page describes the product and links to sign-up', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const heading of [/positive content only/i, /supportive community/i, /share your joy/i]) {
      await expect(page.getByText(heading).first()).toBeVisible()
    }
    await expect(page.getByTestId('sample-post')).toHaveCount(2)
    await expect(page.getByRole('link', { name: /join/i }).first()).toHaveAttribute(
      'href',
      /^\/api\/login/,
    )
  })

  test('the sign-in page works, and the client says what it needs', async ({
    page,
    context,
    origin,
    cspReports,
  }) => {
    const member = newMember()
    await signUp(context, origin, member)
    await context.clearCookies()
    await page.goto('/api/login?returnTo=/explore')
    // Chromium does not show these elements where a test alone switches scripts off.
    const noScript = page.locator('noscript').first()
    expect(await noScript.innerHTML()).toContain('without JavaScript')
    await expect(page.getByRole('button', { name: /passkey/i })).toBeHidden()
    const email = page.getByLabel('Email')
    await email.fill(member.username)
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    const submit = page.getByRole('button', { name: 'Sign in', exact: true })
    await submit.click()
    await expect(page.getByRole('alert')).toHaveText('That email or password is not right.')
    await expect(email).toHaveValue(member.username)
    await page.getByLabel('Password', { exact: true }).fill(member.password)
    await submit.click()
    await expect(page).toHaveURL(`${origin}/explore`)
    expect(await noScript.innerHTML()).toContain('Good Vibes needs JavaScript.')
    expect(cspReports).toEqual([])
  })
})

test('GraphiQL works where the browser blocks storage', async ({ page, cspReports }) => {
  await page.addInitScript(() =>
    Object.defineProperty(window, 'localStorage', {
      configurable: true,
      get() {
        throw new DOMException('Access is denied for this document.', 'SecurityError')
      },
    }),
  )
  await page.goto('/graphql')
  await expect(page.getByRole('button', { name: /execute query/i })).toBeVisible()
  expect(cspReports).toEqual([])
})

test('the demo user is stored in local storage, likes and shares, and can be left', async ({
  page,
  notified,
}) => {
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: 'Demo User' })).toBeVisible()
  await expect(page.getByText('@demouser').first()).toBeVisible()
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('demoUser') ?? 'null'))
  expect(stored).toMatchObject({ id: 'demo-user', displayName: 'Demo User', username: 'demouser' })
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible()

  await page.getByRole('link', { name: 'Home' }).first().click()
  await expect(page.getByRole('heading', { name: 'Good Vibes Feed' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Good Vibes Feed' })).toBeVisible()
  const text = `From the demo ${crypto.randomUUID()}`
  await page
    .getByRole('main')
    .getByRole('textbox', { name: /good today/i })
    .fill(text)
  await page.getByRole('main').getByRole('button', { name: 'Share', exact: true }).click()
  const like = post(page, text).getByRole('button', { name: /^Like/ })
  await like.click()
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  await notified('Spread the love! ❤️')

  await expect(page.getByRole('link', { name: 'Join' }).first()).toHaveAttribute(
    'href',
    /\/api\/login/,
  )
  await page.getByRole('button', { name: 'Leave demo' }).first().click()
  await expect(page.getByTestId('sample-post')).toHaveCount(2)
  expect(await page.evaluate(() => localStorage.getItem('demoUser'))).toBeNull()
})

test('signed-out visitors can read profiles and Explore, and see a join link', async ({ page }) => {
  // Other tests delete accounts, but none of the demo content.
  await page.goto('/profile/tom_ashworth')
  await expect(page.getByRole('heading', { name: 'Tom Ashworth', level: 1 })).toBeVisible()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: /join/i }).first()).toBeVisible()
  await page.goto('/explore?q=zzzzqqqq')
  await expect(page.getByText(/No results found/)).toContainText('zzzzqqqq')
  await expect(page.getByText('Try searching for something more positive!')).toBeVisible()
})

test('a page asks visitors to join before the server has answered, so that nothing moves', async ({
  page,
}) => {
  await page.route('**/graphql', () => {})
  await page.goto('/explore')
  await expect(page.getByText(/Join Good Vibes to like/)).toBeVisible()
})

test('unknown pages and users have status 404 and a message', async ({ page }) => {
  const unknownPage = await page.goto('/nothing')
  expect(unknownPage?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  await expect(page.getByText(/add(ed)? .*page to the router/i)).toBeVisible()
  const unknownUser = await page.goto('/profile/unknown_member')
  expect(unknownUser?.status()).toBe(404)
  await expect(page.getByText('User not found')).toBeVisible()
})

test('the search box of the side panel opens Explore with the results', async ({
  page,
  member,
}) => {
  expect(member.username).toBeTruthy()
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/')
  await page.getByRole('complementary').getByRole('searchbox').fill('tea')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/explore\?q=tea$/)
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('attack 63: GraphiQL runs a query and a subscription, and loads everything from this host', async ({
  page,
  origin,
  cspReports,
}) => {
  const externalRequests: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(origin) && !/^(data|blob):/.test(request.url()))
      externalRequests.push(request.url())
  })
  await page.goto('/graphql')
  const execute = page.getByRole('button', { name: /execute query/i })
  const result = page.locator('.result-window')
  await execute.click()
  await expect(result).toContainText('"data"')
  // While GraphiQL is busy it drops clicks on tabs, and reads the tab's operation only after that.
  const openLive = async () => {
    await page.getByRole('button', { name: 'Live', exact: true }).click()
    return page.getByRole('tab', { selected: true }).textContent()
  }
  await expect.poll(openLive).toContain('Live')
  const runLive = async () => {
    await execute.evaluateAll(([button]) => (button as HTMLElement | undefined)?.click())
    return result.textContent()
  }
  await expect.poll(runLive).toMatch(/"newestId":\s"post_/)
  expect(externalRequests).toEqual([])
  expect(cspReports).toEqual([])
})
