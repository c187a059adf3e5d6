import { rmSync } from 'node:fs'
import type { Page } from '@playwright/test'
import pg from 'pg'
import { findEmbedded } from '#api/database/embedded/embedded.ts'
import { type MailServer, startMailServer } from '#api/test/servers/mail-server.ts'
import { expectAccessible } from './axe.ts'
import { expect, type Member, newMember, sharePost, test } from './journey.ts'
import { recordNotifications } from './notifications.ts'
import { emptyDataDir, type Product, startProduct } from './server.ts'

let mailServer: MailServer
let product: Product

// One worker, and so one server, for all tests.
test.describe.configure({ mode: 'default' })

const dataDir = emptyDataDir()
const start = (settings = {}) =>
  startProduct({
    ...{ SMTP_URL: mailServer.url, SEED: 'none', RATE_LIMIT: 'off', DATA_DIR: dataDir },
    ...settings,
  })

test.beforeAll(async () => {
  mailServer = await startMailServer()
  product = await start()
})
test.afterAll(async () => {
  await product.stop()
  await mailServer.close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function nextMailLink(subject: string, path = '/api/login'): Promise<string> {
  const mail = await mailServer.next()
  expect(mail.subject).toBe(subject)
  return new RegExp(`${product.url}${path}\\S+`).exec(mail.text ?? '')?.[0] ?? ''
}

async function query(text: string, values: unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString: (await findEmbedded(product.dataDir)) ?? '' })
  await client.connect()
  await client.query(text, values)
  await client.end()
}

const setVerified = (email: string, isVerified: boolean) =>
  query('UPDATE "User" SET "emailVerified" = $2 WHERE "email" = $1', [email, isVerified])

/** Signs up, and confirms the address by the link of the mail. Ends on Explore. */
async function signUpByMail(page: Page, member: Member): Promise<void> {
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
}

test('emailed links confirm a sign-up, verify an address and reset a password', async ({
  browser,
  page,
  cspReports,
  notified,
}) => {
  const member = newMember()
  await signUpByMail(page, member)
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

test('the weekly email comes, and its link stops it without signing in', async ({
  page,
  context,
  browser,
}) => {
  const [member, guest] = [newMember(), newMember('Gail Guest')]
  await signUpByMail(page, member)
  const notified = await recordNotifications(page)
  await page.goto(`${product.url}/settings`)
  const settings = page.getByRole('region', { name: 'Your notifications' })
  await settings.getByRole('checkbox', { name: /^A weekly email/ }).check()
  await settings.getByRole('button', { name: 'Save' }).click()
  await notified('Notifications saved')
  const id = await sharePost(context, product.url, 'Ask me anything')
  const others = await browser.newContext()
  await signUpByMail(await others.newPage(), guest)
  await sharePost(others, product.url, 'What is your favourite tree?', id)

  // A week later. Background jobs run when the server starts.
  await query(
    `UPDATE "NotificationSettings" SET "weeklyEmailAt" = now()
     WHERE "userId" = (SELECT "id" FROM "User" WHERE "email" = $1)`,
    [member.email],
  )
  await product.stop()
  product = await start({ PORT: new URL(product.url).port })
  const link = await nextMailLink('Your week on Good Vibes', '/api/unsubscribe/')
  await others.clearCookies()
  const visitor = await others.newPage()
  await visitor.goto(link)
  await expectAccessible(visitor)
  await visitor.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(visitor.getByText('You no longer get the weekly email.')).toBeVisible()
  await expectAccessible(visitor)
  await page.reload()
  await expect(settings.getByRole('checkbox', { name: /^A weekly email/ })).not.toBeChecked()
  await others.close()
})
