import pg from 'pg'
import { findEmbedded } from '#api/database/embedded/embedded.ts'
import { type MailServer, startMailServer } from '#api/test/mail-server.ts'
import { expectAccessible } from './axe.ts'
import { expect, newMember, test } from './journey.ts'
import { type Product, startProduct } from './server.ts'

let mailServer: MailServer
let product: Product

test.beforeAll(async () => {
  mailServer = await startMailServer()
  product = await startProduct({ SMTP_URL: mailServer.url, SEED: 'none', RATE_LIMIT: 'off' })
})
test.afterAll(async () => {
  await product.stop()
  await mailServer.close()
})

async function nextMailLink(subject: string): Promise<string> {
  const mail = await mailServer.next()
  expect(mail.subject).toBe(subject)
  return new RegExp(`${product.url}/api/login\\S+`).exec(mail.text ?? '')?.[0] ?? ''
}

async function setVerified(email: string, isVerified: boolean): Promise<void> {
  const client = new pg.Client({ connectionString: (await findEmbedded(product.dataDir)) ?? '' })
  await client.connect()
  await client.query('UPDATE "User" SET "emailVerified" = $2 WHERE "email" = $1', [
    email,
    isVerified,
  ])
  await client.end()
}

test('emailed links confirm a sign-up, verify an address and reset a password', async ({
  browser,
  page,
  cspReports,
  notified,
}) => {
  const member = newMember()
  await page.goto(`${product.url}/api/login?returnTo=%2Fexplore`)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('Display name').fill(member.displayName)
  await page.getByLabel('Username').fill(member.username)
  await page.getByLabel('Email').fill(member.email)
  await page.getByLabel('Password').fill(member.password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused()
  await expectAccessible(page)
  await page.goto(await nextMailLink('Please verify your email address'))
  await expectAccessible(page)
  await page.getByLabel('Password').fill(member.password)
  await page.getByRole('button', { name: 'Create my account' }).click()
  await expect(page).toHaveURL(`${product.url}/explore`)
  await page.goto(`${product.url}/settings`)
  const email = page.getByRole('region', { name: 'Email' })
  await expect(email).toContainText(`${member.email}Verified`)

  // Unverified, like an address that the provider did not verify.
  await setVerified(member.email, false)
  await page.reload()
  await expect(email).toContainText(`${member.email}Not verified yet`)
  await email.getByRole('button', { name: 'Send again' }).click()
  await notified('Email sent')
  // The sign-in page doesn't redirect signed-in members away from the form.
  await page.goto(await nextMailLink('Please verify your email address'))
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Verify this address' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Continue to Good Vibes' }).click()
  await page.goto(`${product.url}/settings`)
  await expect(email).toContainText(`${member.email}Verified`)

  const otherDevice = await browser.newContext()
  const visitor = await otherDevice.newPage()
  await visitor.goto(`${product.url}/api/login`)
  await visitor.getByRole('link', { name: 'Forgot your password?' }).click()
  await expectAccessible(visitor)
  await visitor.getByLabel('Email').fill(member.username)
  await visitor.getByRole('button', { name: 'Email me a link' }).click()
  await expect(visitor.getByRole('heading', { name: 'Check your email' })).toBeFocused()
  await visitor.goto(await nextMailLink('Choose a new password'))
  await expectAccessible(visitor)
  await visitor.getByLabel('Password').fill('a cool glass of water')
  await visitor.getByRole('button', { name: 'Save password' }).click()
  await visitor.getByRole('link', { name: 'Sign in' }).click()
  await visitor.getByLabel('Email').fill(member.email)
  await visitor.getByLabel('Password').fill('a cool glass of water')
  await visitor.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(visitor).toHaveURL(`${product.url}/`)
  await expect(visitor.getByText(`@${member.username}`).first()).toBeVisible()
  await otherDevice.close()

  // The password reset ended the old session.
  await page.goto(`${product.url}/settings`)
  await expect(page).toHaveURL(/\/api\/login/)
  expect(cspReports).toEqual([])
})
