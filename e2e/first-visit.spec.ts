import { readFile } from 'node:fs/promises'
import { expect, newMember, notifications, post, test } from './journey.ts'

test('a visitor signs up, shares a photo, likes and finds it, edits the profile and signs out', async ({
  page,
  cspReports,
  notified,
}) => {
  const member = newMember('Ada Sunrise')
  const text = `Marmalade on toast, ${member.username}`

  await page.goto('/')
  await page.getByRole('link', { name: /join/i }).first().click()
  await expect(page).toHaveURL(/\/api\/login/)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('Display name').fill(member.displayName)
  await page.getByLabel('Username').fill(member.username)
  await page.getByLabel('Email').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'Good Vibes Feed' })).toBeVisible()
  await expect(
    page
      .getByRole('complementary')
      .or(page.getByRole('navigation'))
      .getByText(`@${member.username}`)
      .first(),
  ).toBeVisible()

  const composer = page.getByRole('main')
  await composer.getByRole('textbox', { name: /good today/i }).fill(text)
  await composer.getByRole('button', { name: 'Photo' }).click()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'toast.png', mimeType: 'image/png', buffer: await readToast() })
  await page.getByLabel(/alternative text|description/i).fill('A slice of toast')
  await expect(composer.getByRole('button', { name: 'Share', exact: true })).toBeEnabled()
  await composer.getByRole('button', { name: 'Share', exact: true }).click()
  await notified('Your positive post has been shared! ✨')
  await expect(page.getByRole('article').first()).toContainText(text)
  const picture = post(page, text).getByRole('img', { name: 'A slice of toast' })
  await expect(picture).toBeVisible()
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)

  const like = post(page, text).getByRole('button', { name: /^Like/ })
  await expect(like).toHaveAttribute('aria-pressed', 'false')
  await like.click()
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  await notified('Spread the love! ❤️')
  await expect(notifications(page)).not.toContainText('shared')

  await page.getByRole('link', { name: 'Explore' }).first().click()
  await page.getByPlaceholder('Search positive vibes...').fill(`MARMALADE ${member.username}`)
  await expect(post(page, text)).toBeVisible()
  await expect(post(page, text).getByRole('button', { name: /^Like/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  )

  await page.getByRole('link', { name: 'Profile' }).first().click()
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' })
  await expect(dialog.getByLabel('Display name')).toHaveValue(member.displayName)
  await dialog.getByLabel('Display name').fill('Ada Noon')
  await dialog.getByLabel('Bio').fill('Toast enthusiast')
  await dialog.getByRole('button', { name: /save/i }).click()
  await expect(dialog).toBeHidden()
  await notified('Your profile has been successfully updated.')
  await expect(page.getByRole('heading', { name: 'Ada Noon' })).toBeVisible()
  await expect(page.getByText('Toast enthusiast')).toBeVisible()

  await page.getByRole('button', { name: 'Sign out' }).first().click()
  await expect(page.getByRole('link', { name: /join/i }).first()).toBeVisible()
  await expect(page.getByTestId('sample-post')).toHaveCount(2)
  expect(cspReports).toEqual([])
})

test('sign-in accepts email or username, reveals no accounts and follows returnTo', async ({
  context,
  page,
  member,
}) => {
  await context.clearCookies()
  await page.goto(`/api/login?returnTo=${encodeURIComponent('/explore?q=tea')}`)
  const signInError = async (identifier: string, password: string) => {
    await page.getByLabel('Email').fill(identifier)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    const alert = page.getByRole('alert').filter({ hasText: /./ })
    await expect(alert).toBeVisible()
    return alert.textContent()
  }
  const wrongPassword = await signInError(member.email, 'not the password')
  await page.reload()
  expect(await signInError('unknown@example.com', 'not the password')).toBe(wrongPassword)

  await page.getByLabel('Email').fill(member.username.toUpperCase())
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/explore\?q=tea$/)
})

test('a passkey added in the settings can sign in', async ({ context, page, member, notified }) => {
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
  await page.goto('/settings')
  const passkeys = page.getByRole('region', { name: 'Passkeys' })
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
  await passkeys.getByLabel('Password').fill(member.password)
  await passkeys.getByRole('button', { name: 'Continue' }).click()
  await notified('Passkey added')
  await page.getByRole('button', { name: 'Sign out', exact: true }).first().click()
  await expect(page.getByTestId('sample-post').first()).toBeVisible()

  await page.goto('/api/login')
  await page.getByRole('button', { name: /passkey/i }).click()
  await expect(page.getByRole('heading', { name: 'Good Vibes Feed' })).toBeVisible()
  await expect(page.getByText(`@${member.username}`).first()).toBeVisible()
})

async function readToast(): Promise<Buffer> {
  return readFile(new URL('./fixtures/toast.png', import.meta.url))
}
