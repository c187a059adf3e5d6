import type { BrowserContext, Page } from '@playwright/test'
import { runCli } from '../scripts/process/commands.ts'
import { expectAccessible } from './axe.ts'
import { expect, type Member, newMember, test } from './journey.ts'
import { recordNotifications } from './notifications.ts'
import { type Product, startProduct } from './server.ts'

let product: Product

test.beforeAll(async () => {
  product = await startProduct({ SIGN_UPS: 'approval', SEED: 'none', RATE_LIMIT: 'off' })
})
test.afterAll(() => product.stop())

/** Runs a command of the operator. @returns the first line of its output */
async function cli(...args: string[]): Promise<string> {
  const settings = { DATA_DIR: product.dataDir, PUBLIC_URL: product.url, SIGN_UPS: 'approval' }
  const { code, stdout, stderr } = await runCli(args, settings)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout.split('\n')[0] ?? ''
}

async function fillIn(page: Page, { displayName, username, email, password }: Member) {
  await page.getByLabel('Display name').fill(displayName)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
}

async function signIn(page: Page, { username, password }: Member) {
  await page.goto(`${product.url}/api/login`)
  await page.getByLabel('Email').fill(username)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** A page of someone else's browser. */
async function newVisitor(context: BrowserContext): Promise<Page> {
  const other = await context.browser()?.newContext()
  if (!other) throw new Error('No browser')
  return other.newPage()
}

test('the operator invites the first member, who becomes administrator, invites and approves', async ({
  page,
  notified,
  context,
  cspReports,
}) => {
  const [ada, ben, cleo] = [newMember('Ada Keeper'), newMember('Ben Guest'), newMember('Cleo New')]

  // The operator's invitation is the way in, and its link works once.
  const invitation = await cli('invite')
  await page.goto(invitation)
  await expect(page.getByText('You’re invited to join.')).toBeVisible()
  await fillIn(page, ada)
  await expect(page).toHaveURL(`${product.url}/`)
  const visitor = await newVisitor(context)
  const visitorNotified = await recordNotifications(visitor)
  expect((await visitor.goto(invitation))?.status()).toBe(404)
  await expect(visitor.getByRole('heading')).toHaveText('This invitation doesn’t work')

  // Members have no moderation. The operator's other link asks before it changes anything.
  expect((await page.goto(`${product.url}/moderation/applications`))?.status()).toBe(404)
  const adminLink = await cli('admin-link')
  expect((await visitor.goto(adminLink))?.url()).toContain('/api/login?returnTo=%2Fadministrator')
  await page.goto(adminLink)
  await page.reload()
  await page.getByRole('button', { name: 'Make me an administrator' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re an administrator now')
  await expectAccessible(page)
  await page.goto(adminLink)
  await page.getByRole('button', { name: 'Make me an administrator' }).click()
  await notified('This link was already used or has expired.')

  // An invitation, by keyboard alone, for two people who start out following its inviter.
  await page.goto(`${product.url}/settings`)
  const section = page.getByRole('region', { name: 'Invitations' })
  await section.getByRole('button', { name: 'Invite people' }).press('Enter')
  await expect(section.getByRole('heading', { name: 'A new invitation' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type('2')
  await expect(section.getByLabel('How many people')).toHaveValue('2')
  await page.keyboard.press('Enter')
  await expect(section.getByRole('button', { name: /^Copy link/ })).toBeFocused()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.keyboard.press('Enter')
  await notified('Link copied')
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toMatch(new RegExp(`^${product.url}/join/[\\w-]{24}$`))

  await visitor.goto(link)
  await expect(visitor.getByText('Ada Keeper invited you to join.')).toBeVisible()
  await fillIn(visitor, ben)
  await expect(visitor).toHaveURL(`${product.url}/`)
  await visitor.goto(`${product.url}/profile/${ada.username}`)
  await expect(visitor.getByRole('button', { name: 'Following Ada Keeper' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )

  // Without an invitation, the account waits for the administrator.
  const applicant = await newVisitor(context)
  await applicant.goto(`${product.url}/api/login#create-account`)
  await fillIn(applicant, cleo)
  await expect(applicant.getByRole('heading', { name: 'Thank you' })).toBeFocused()
  await signIn(applicant, cleo)
  await expect(applicant.getByRole('alert')).toHaveText(
    'A moderator still has to approve your account. Please try again later.',
  )
  await page.goto(`${product.url}/moderation/applications`)
  await page.getByRole('button', { name: 'Approve Cleo New' }).press('Enter')
  await notified('Cleo New can sign in now')
  await expect(page.getByText('No one is waiting.')).toBeVisible()
  await expectAccessible(page)
  await signIn(applicant, cleo)
  await expect(applicant).toHaveURL(`${product.url}/`)
  await expect(applicant.getByText(`@${cleo.username}`).first()).toBeVisible()

  // Revoking the invitation also suspends whoever joined with it.
  await page.goto(`${product.url}/settings`)
  await section.getByRole('button', { name: /^Revoke link/ }).click()
  await page.getByRole('button', { name: 'Revoke and suspend members' }).click()
  await notified('Invitation revoked, members suspended')
  await expect(section.getByRole('listitem')).toContainText('1 of 2 people joined')
  await expect(section.getByRole('listitem')).toContainText('Revoked on')
  await visitor.goto(`${product.url}/profile/${cleo.username}`)
  await visitor.getByRole('button', { name: 'Follow Cleo New' }).click()
  await visitorNotified('Your account is suspended')
  const late = await newVisitor(context)
  expect((await late.goto(link))?.status()).toBe(404)
  expect(cspReports).toEqual([])
})
