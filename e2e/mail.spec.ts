import { type MailServer, startMailServer } from '#api/test/mail-server.ts'
import { expectAccessible } from './axe.ts'
import { expect, notifications, signUp, someone, test } from './journey.ts'
import { type Product, startProduct } from './server.ts'

let mails: MailServer
let product: Product

test.beforeAll(async () => {
  mails = await startMailServer()
  product = await startProduct({ SMTP_URL: mails.url, SEED: 'none', RATE_LIMIT: 'off' })
})
test.afterAll(async () => {
  await product.stop()
  await mails.close()
})

async function mailedLink(subject: string): Promise<string> {
  const mail = await mails.next()
  expect(mail.subject).toBe(subject)
  return new RegExp(`${product.url}/api/login\\S+`).exec(mail.text ?? '')?.[0] ?? ''
}

test('an address is verified by mail, and a forgotten password replaced', async ({ browser, page, context, cspReports }) => {
  test.setTimeout(120_000)
  const member = someone()
  await signUp(context, product.url, member)
  const verification = await mailedLink('Please verify your email address')

  await page.goto(`${product.url}/settings`)
  const email = page.getByRole('region', { name: 'Email' })
  await expect(email).toContainText(`${member.email}Not verified yet`)
  await email.getByRole('button', { name: 'Send again' }).click()
  await expect(notifications(page)).toContainText('The mail is on its way')
  expect(await mailedLink('Please verify your email address')).not.toBe(verification)

  // Who is signed in is not led past it.
  await page.goto(verification)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Verify this address' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Go on to Good Vibes' }).click()
  await page.goto(`${product.url}/settings`)
  await expect(email).toContainText(`${member.email}Verified`)

  const elsewhere = await browser.newContext()
  const visitor = await elsewhere.newPage()
  await visitor.goto(`${product.url}/api/login`)
  await visitor.getByRole('link', { name: 'Forgot your password?' }).click()
  await expectAccessible(visitor)
  await visitor.getByLabel('Email').fill(member.username)
  await visitor.getByRole('button', { name: 'Mail me a link' }).click()
  await expect(visitor.getByRole('heading', { name: 'Look into your mail' })).toBeFocused()
  await visitor.goto(await mailedLink('Choose a new password'))
  await expectAccessible(visitor)
  await visitor.getByLabel('Password').fill('a cool glass of water')
  await visitor.getByRole('button', { name: 'Save password' }).click()
  await visitor.getByRole('link', { name: 'Sign in' }).click()
  await visitor.getByLabel('Email').fill(member.email)
  await visitor.getByLabel('Password').fill('a cool glass of water')
  await visitor.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(visitor).toHaveURL(`${product.url}/`)
  await expect(visitor.getByText(`@${member.username}`).first()).toBeVisible()
  await elsewhere.close()

  // The session from before is over.
  await page.goto(`${product.url}/settings`)
  await expect(page).toHaveURL(/\/api\/login/)
  expect(cspReports).toEqual([])
})
