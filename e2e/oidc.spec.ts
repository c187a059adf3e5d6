import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { freePort } from '#api/lib/free-port.ts'
import { client, startProvider } from '#api/test/oidc-provider.ts'
import { OIDC_CALLBACK } from '#rules/oidc.ts'
import { expect, notifications, post, signUp, someone, test } from './journey.ts'
import { type Product, startProduct } from './server.ts'

let product: Product
let endProvider: () => Promise<void>

test.beforeAll(async () => {
  test.setTimeout(180_000)
  const port = await freePort()
  const { clientId, clientSecret } = client
  product = await startProduct({
    OIDC_ISSUER: `http://localhost:${port}`,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_NAME: 'Sunny & Co <ID>',
    RATE_LIMIT: 'off',
  })
  endProvider = await startProvider(port, `${product.url}${OIDC_CALLBACK}`)
})
test.afterAll(async () => {
  await endProvider()
  await product.stop()
})

async function isAccessible(page: Page) {
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
}

async function answerProvider(
  page: Page,
  person: Record<string, string>,
  button: 'Sign in' | 'Cancel' = 'Sign in',
) {
  for (const [label, text] of Object.entries(person))
    await page.getByLabel(label, { exact: true }).fill(text)
  await page.getByRole('button', { name: button }).click()
}

test('a visitor signs in with the provider, chooses a username, shares a post and deletes the account', async ({
  page,
  cspReports,
}) => {
  test.setTimeout(120_000)
  const way = page.getByRole('link', { name: 'Continue with Sunny & Co <ID>' })
  await page.goto(`${product.url}/`)
  await page.evaluate(() => localStorage.setItem('demoUser', '{}'))
  await page.goto(`${product.url}/api/login?returnTo=/explore`)
  await isAccessible(page)
  await way.click()
  await answerProvider(page, {}, 'Cancel')
  await expect(page.getByRole('alert')).toHaveText('You cancelled signing in with Sunny & Co <ID>.')
  await isAccessible(page)

  await page.getByRole('link', { name: 'Create an account' }).click()
  await isAccessible(page)
  await way.click()
  const ada = {
    Subject: 'ada',
    Email: 'ada@sunny.example',
    Name: 'Ada Sunny',
    Username: 'ada_sunny',
  }
  await answerProvider(page, ada)
  await expect(page.getByRole('heading', { name: 'Choose a username' })).toBeVisible()
  await expect(page.getByLabel('Username')).toHaveValue('ada_sunny')
  await isAccessible(page)
  await page.getByRole('link', { name: 'Not now' }).click()
  await expect(page).toHaveURL(`${product.url}/explore`)
  expect(await page.evaluate(() => localStorage.getItem('demoUser'))).toBeNull()

  // Reading goes; writing is told what it waits for, and the settings lead there.
  await page.getByRole('link', { name: 'Home', exact: true }).first().click()
  await page.getByRole('article').first().getByRole('button', { name: /^Like/ }).click()
  await expect(notifications(page)).toContainText('Choose a username in your settings first.')
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await isAccessible(page)
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
  await page.getByRole('textbox').first().fill('Hello from elsewhere')
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(post(page, 'Hello from elsewhere')).toContainText('@ada_sunny')

  // The account is deleted without a password, since it has none.
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
}) => {
  test.setTimeout(120_000)
  const member = someone()
  await signUp(context, product.url, member)
  await page.goto(`${product.url}/settings`)
  const own = page.getByRole('region', { name: 'Sign in with Sunny & Co <ID>' })
  await own.getByRole('button', { name: 'Connect Sunny & Co <ID>' }).click()
  await own.getByLabel('Password').fill(member.password)
  await isAccessible(page)
  await own.getByRole('button', { name: 'Continue' }).click()
  await answerProvider(page, { Subject: 'ben', Email: 'ben@sunny.example' })
  await expect(own.getByRole('status')).toHaveText('You can now sign in with Sunny & Co <ID>.')
  await expect(page).toHaveURL(`${product.url}/settings`)
  await isAccessible(page)
  await own.getByRole('button', { name: 'Disconnect Sunny & Co <ID>' }).click()
  await expect(notifications(page)).toContainText('Sunny & Co <ID> is disconnected')
  await expect(own.getByRole('button', { name: 'Connect Sunny & Co <ID>' })).toBeVisible()
  expect(cspReports).toEqual([])
})
