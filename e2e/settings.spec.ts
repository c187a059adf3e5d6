import { readFile } from 'node:fs/promises'
import { type Browser, type BrowserContext, expect as check } from '@playwright/test'
import { codeOf } from '#api/test/people/totp.ts'
import { expectAccessible } from './axe.ts'
import { expect, type Member, newMember, post, sharePost, signUp, test } from './journey.ts'
import { recordNotifications } from './notifications.ts'

/** A second browser session of the same account. */
async function signInOnDevice(
  browser: Browser,
  origin: string,
  { email, password }: Member,
  userAgent: string,
): Promise<BrowserContext> {
  const context = await browser.newContext({ userAgent })
  const response = await context.request.post(`${origin}/api/auth/sign-in/email`, {
    headers: { Origin: origin },
    data: { email, password },
  })
  check(response.ok(), await response.text()).toBe(true)
  return context
}

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/604.1'
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; rv:144.0) Gecko/20100101 Firefox/144.0'
const isSignedIn = async (context: BrowserContext, origin: string) =>
  (await context.request.get(`${origin}/api/auth/user`)).ok()

test('a member manages devices, password, passkeys and data, and deletes the account', async ({
  browser,
  context,
  page,
  origin,
  notified,
}) => {
  const member = newMember()
  await signUp(context, origin, member)
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  const [phone, laptop] = [
    await signInOnDevice(browser, origin, member, IPHONE),
    await signInOnDevice(browser, origin, member, FIREFOX),
  ]
  await sharePost(context, origin, `Goodbye ${member.username}`)

  await page.goto('/')
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeFocused()
  await expect(page).toHaveTitle('Settings · Good Vibes')

  const devices = page.getByRole('region', { name: 'Where you’re signed in' })
  await expect(devices.getByRole('listitem')).toHaveCount(3)
  await expect(devices.getByRole('listitem').first()).toContainText('This device')
  await devices.getByRole('button', { name: 'Sign out Safari on iPhone' }).click()
  await expect(devices.getByText('Safari on iPhone')).toHaveCount(0)
  expect([await isSignedIn(phone, origin), await isSignedIn(laptop, origin)]).toEqual([false, true])

  await page.getByLabel('Current password').fill(member.password)
  await page.getByLabel('New password').fill('a cool glass of water')
  await page.getByRole('button', { name: 'Change password' }).click()
  await notified('Password changed')
  await expect(devices.getByRole('listitem')).toHaveCount(1)
  expect([await isSignedIn(laptop, origin), await isSignedIn(context, origin)]).toEqual([
    false,
    true,
  ])

  const passkeys = page.getByRole('region', { name: 'Passkeys' })
  await passkeys.getByLabel('Name of the new passkey').fill('Kitchen tablet')
  const tablet = await signInOnDevice(
    browser,
    origin,
    { ...member, password: 'a cool glass of water' },
    IPHONE,
  )
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
  await expectAccessible(page)
  await passkeys.getByLabel('Password').fill(member.password)
  await passkeys.getByRole('button', { name: 'Continue' }).click()
  await expect(passkeys).toContainText('That is not your password.')
  await passkeys.getByLabel('Password').fill('a cool glass of water')
  await passkeys.getByRole('button', { name: 'Continue' }).click()
  await notified('Passkey added')
  expect([await isSignedIn(tablet, origin), await isSignedIn(context, origin)]).toEqual([
    false,
    true,
  ])
  await expect(devices.getByRole('listitem')).toHaveCount(1)
  await passkeys.getByRole('button', { name: 'Rename Kitchen tablet' }).click()
  await page.getByRole('dialog', { name: 'Rename this passkey' }).getByLabel('Name').fill('Desk')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await passkeys.getByRole('button', { name: 'Remove Desk' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(passkeys.getByRole('listitem')).toHaveCount(0)

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download your data' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(
    new RegExp(`^good-vibes-${member.username}-.*\\.zip$`),
  )
  expect((await readFile(await download.path())).toString('latin1')).toContain(
    `Goodbye ${member.username}`,
  )

  await page.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' })
  await dialog.getByLabel('Password').fill(member.password)
  await dialog.getByRole('button', { name: 'Delete for good' }).click()
  await expect(dialog).toContainText('That is not your password.')
  await dialog.getByLabel('Password').fill('a cool glass of water')
  await dialog.getByRole('button', { name: 'Delete for good' }).click()
  await expect(page.getByTestId('sample-post').first()).toBeVisible()
  expect((await page.goto(`/profile/${member.username}`))?.status()).toBe(404)
  await page.goto('/explore?q=Goodbye')
  await expect(post(page, member.username)).toHaveCount(0)
  await Promise.all([phone.close(), laptop.close(), tablet.close()])
})

test('on a phone the profile links to the settings, which require a session', async ({
  page,
  context,
  member,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/profile/${member.username}`)
  await page.getByRole('main').getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  await context.clearCookies()
  await page.goto('/settings')
  await expect(page).toHaveURL(/\/api\/login\?returnTo=%2Fsettings$/)
})

test('two-step sign-in: a member adds an app and signs in with a recovery code', async ({
  browser,
  page,
  member,
  origin,
  cspReports,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/settings')
  const twoStep = page.getByRole('region', { name: 'Two-step sign-in' })
  await twoStep.getByRole('button', { name: 'Turn on' }).click()
  await twoStep.getByLabel('Password').fill(member.password)
  await twoStep.getByRole('button', { name: 'Continue' }).click()
  const key = ((await twoStep.getByRole('code').textContent()) ?? '').replaceAll(' ', '')
  await expectAccessible(page)
  const code = codeOf(key)
  await twoStep.getByLabel('Code', { exact: true }).fill(code)
  await twoStep.getByRole('button', { name: 'Turn on' }).click()
  await expect(twoStep.getByRole('listitem')).toHaveCount(10)
  await expectAccessible(page)
  const [recoveryCode = ''] = await twoStep.getByRole('listitem').allTextContents()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    twoStep.getByRole('link', { name: 'Download' }).click(),
  ])
  expect(await readFile(await download.path(), 'utf8')).toContain(recoveryCode)
  await twoStep.getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(twoStep).toContainText('10 recovery codes are left')
  await expectAccessible(page)

  const otherDevice = await browser.newContext()
  const visitor = await otherDevice.newPage()
  const visitorNotified = await recordNotifications(visitor)
  await visitor.goto(`${origin}/api/login?returnTo=/settings`)
  await visitor.getByLabel('Email').fill(member.username)
  await visitor.getByLabel('Password').fill(member.password)
  await visitor.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(visitor.getByLabel('Code')).toBeFocused()
  await expectAccessible(visitor)
  // It turned two-step sign-in on, so it's used up.
  await visitor.getByLabel('Code').fill(code)
  await visitor.keyboard.press('Enter')
  await expect(visitor.getByText('That code is not right, or was used already.')).toBeVisible()
  await visitor.getByLabel('Code').fill(recoveryCode)
  await visitor.keyboard.press('Enter')
  await expect(visitor).toHaveURL(`${origin}/settings`)

  const visitorTwoStep = visitor.getByRole('region', { name: 'Two-step sign-in' })
  await expect(visitorTwoStep).toContainText('9 recovery codes are left')
  await visitorTwoStep.getByRole('button', { name: 'Turn off' }).click()
  await visitorTwoStep.getByLabel('Password').fill(member.password)
  await visitorTwoStep.getByRole('button', { name: 'Turn off' }).click()
  await visitorNotified('Two-step sign-in is off')
  await expect(visitorTwoStep.getByRole('button', { name: 'Turn on' })).toBeVisible()
  await otherDevice.close()
  expect(cspReports).toEqual([])
})
