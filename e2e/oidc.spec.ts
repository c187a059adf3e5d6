import type { Page } from '@playwright/test'
import { freePort } from '#api/test/servers/free-port.ts'
import { client, startProvider } from '#api/test/servers/oidc-provider.ts'
import { OIDC_CALLBACK } from '#rules/oidc.ts'
import { expectAccessible } from './axe.ts'
import { expect, newMember, post, sharePost, signUp, test } from './journey.ts'
import { type Product, startProduct } from './server.ts'

// The tests share one product.
test.describe.configure({ mode: 'default' })

let product: Product
let stopProvider: () => Promise<void>

test.beforeAll(async ({ browser }) => {
  const port = await freePort()
  const { clientId, clientSecret } = client
  product = await startProduct({
    OIDC_ISSUER: `http://localhost:${port}`,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_NAME: 'Sunny & Co <ID>',
    SEED: 'none',
    RATE_LIMIT: 'off',
  })
  stopProvider = await startProvider(port, `${product.url}${OIDC_CALLBACK}`)
  const context = await browser.newContext()
  await signUp(context, product.url, newMember())
  await sharePost(context, product.url, 'A post to like')
  await context.close()
})
test.afterAll(async () => {
  await stopProvider()
  await product.stop()
})

async function fillProviderForm(
  page: Page,
  fields: Record<string, string>,
  button: 'Sign in' | 'Cancel' = 'Sign in',
) {
  for (const [label, text] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(text)
  await page.getByRole('button', { name: button }).click()
}

test('a visitor signs in with the provider, shares a post and deletes the account', async ({
  page,
  cspReports,
  notified,
}) => {
  const providerLink = page.getByRole('link', { name: 'Continue with Sunny & Co <ID>' })
  await page.goto(`${product.url}/`)
  await page.evaluate(() => localStorage.setItem('demoUser', '{}'))
  await page.goto(`${product.url}/api/login?returnTo=/explore`)
  await expectAccessible(page)
  await providerLink.click()
  await fillProviderForm(page, {}, 'Cancel')
  await expect(page.getByRole('alert')).toHaveText('You cancelled signing in with Sunny & Co <ID>.')
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Create an account' }).click()
  await expectAccessible(page)
  await providerLink.click()
  const ada = {
    Subject: 'ada',
    Email: 'ada@sunny.example',
    Name: 'Ada Sunny',
    Username: 'ada_sunny',
  }
  await fillProviderForm(page, ada)
  await expect(page.getByRole('heading', { name: 'Choose a username' })).toBeVisible()
  await expect(page.getByLabel('Username')).toHaveValue('ada_sunny')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Not now' }).click()
  await expect(page).toHaveURL(`${product.url}/explore`)
  expect(await page.evaluate(() => localStorage.getItem('demoUser'))).toBeNull()

  // Without a username, members can read. A write says what is missing.
  await page.getByRole('link', { name: 'Home', exact: true }).first().click()
  await page.getByRole('article').first().getByRole('button', { name: /^Like/ }).click()
  await notified('Choose a username in your settings first.')
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByRole('region', { name: 'Password' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Choose a username' }).click()
  await page.getByLabel('Username').fill('no')
  await page.getByRole('button', { name: 'Save username' }).click()
  await expect(page.getByLabel('Username')).toHaveAccessibleDescription(/3 to 30/)
  await page.getByLabel('Username').fill('Ada_Sunny')
  await page.getByRole('button', { name: 'Save username' }).click()
  await expect(page).toHaveURL(`${product.url}/settings`)
  await expect(page.getByRole('link', { name: 'Choose a username' })).toHaveCount(0)

  await page.goto(`${product.url}/`)
  await page.getByRole('textbox').first().fill('Hello from the provider')
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(post(page, 'Hello from the provider')).toContainText('@ada_sunny')

  // The account has no password, so deleting it asks for none.
  await page.goto(`${product.url}/settings`)
  await page.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' })
  await expect(dialog.getByLabel('Password')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Delete for good' }).click()
  await expect(page.getByTestId('sample-post').first()).toBeVisible()
  expect((await page.goto(`${product.url}/profile/ada_sunny`))?.status()).toBe(404)
  expect(cspReports).toEqual([])
})

test('a member connects the provider in the settings and disconnects it', async ({
  page,
  context,
  cspReports,
  notified,
}) => {
  const member = newMember()
  await signUp(context, product.url, member)
  await page.goto(`${product.url}/settings`)
  const section = page.getByRole('region', { name: 'Sign in with Sunny & Co <ID>' })
  await section.getByRole('button', { name: 'Connect Sunny & Co <ID>' }).click()
  await section.getByLabel('Password').fill(member.password)
  await expectAccessible(page)
  await section.getByRole('button', { name: 'Continue' }).click()
  await fillProviderForm(page, { Subject: 'ben', Email: 'ben@sunny.example' })
  await expect(section.getByRole('status')).toHaveText('You can now sign in with Sunny & Co <ID>.')
  await expect(page).toHaveURL(`${product.url}/settings`)
  await expectAccessible(page)
  await section.getByRole('button', { name: 'Disconnect Sunny & Co <ID>' }).click()
  await notified('Sunny & Co <ID> is disconnected')
  await expect(section.getByRole('button', { name: 'Connect Sunny & Co <ID>' })).toBeVisible()
  expect(cspReports).toEqual([])
})
