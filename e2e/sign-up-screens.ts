import type { Page } from '@playwright/test'
import { waitingPath } from '#rules/oidc.ts'
import { adminLinkPath, joinPath, paths } from '#rules/paths.ts'
import type { SignUpMode } from '#rules/sign-ups.ts'
import { INVITATION_CODE } from './product-data.ts'
import { reloadChanged, type Say, type Screen, send } from './screen.ts'

const CONTACT = 'hello@vibes.example'

/** Opens the sign-up form as it is with another setting. */
async function openSignUp(page: Page, mode: SignUpMode) {
  await page.evaluate((mode) => {
    document.querySelector('meta[name=settings]')?.setAttribute('data-sign-ups', mode)
  }, mode)
  await page.locator('a[href="#create-account"]').click()
}

/** Loads the page again, as it is where the operator has an address. */
async function showContact(page: Page) {
  await reloadChanged(page, (html) => html.replace('data-contact=""', `data-contact="${CONTACT}"`))
  await page.locator(`a[href="mailto:${CONTACT}"]`).waitFor()
}

/** Shows the settings with an invitation of the viewer. */
async function showInvitation(page: Page, say: Say) {
  const { viewer } = await send(page, '{ viewer { invitations { nodes { id } } } }')
  if (viewer.invitations.nodes.length === 0) {
    await send(page, 'mutation { createInvitation(input: { maxUses: 3 }) { invitation { id } } }')
    await page.reload()
  }
  const section = page.getByRole('region', { name: say('Invitations') })
  await section.getByRole('listitem').waitFor()
  await page.getByText(say('This device')).waitFor()
}

const invitations = (page: Page) => page.getByRole('region', { name: 'Invitations' })

/** Signing up, inviting and deciding about sign-ups. */
export const signUpScreens: Screen[] = [
  {
    name: 'sign up by invitation only',
    path: paths.signIn,
    as: 'visitor',
    ready: async (page, say) => {
      await openSignUp(page, 'invite')
      await page.getByRole('heading', { name: say('You need an invitation') }).waitFor()
    },
  },
  {
    name: 'sign up with approval',
    path: paths.signIn,
    as: 'visitor',
    ready: async (page, say) => {
      await openSignUp(page, 'approval')
      await page.getByLabel(say('Display name')).waitFor()
    },
  },
  {
    name: 'a sign-up that waits',
    path: waitingPath,
    as: 'visitor',
    ready: (page, say) => page.getByRole('heading', { name: say('Thank you') }).waitFor(),
  },
  {
    name: 'a sign-up that waits, and whom to reach',
    path: waitingPath,
    as: 'visitor',
    ready: showContact,
  },
  {
    name: 'join by invitation',
    path: joinPath(INVITATION_CODE),
    as: 'visitor',
    ready: (page) => page.locator('form bdi').waitFor(),
  },
  {
    name: 'an invitation that does not work',
    path: joinPath('unknown'),
    as: 'visitor',
    status: 404,
    ready: (page, say) =>
      page.getByRole('heading', { name: say('This invitation doesn’t work') }).waitFor(),
  },
  {
    name: 'invitations',
    path: paths.settings,
    as: 'administrator',
    ready: showInvitation,
    subject: invitations,
  },
  {
    name: 'a new invitation',
    path: paths.settings,
    as: 'administrator',
    ready: async (page, say) => {
      await showInvitation(page, say)
      await page.getByRole('button', { name: say('Invite people') }).click()
      await page.getByLabel(say('Find people')).fill('wren')
      await page.getByRole('list', { name: say('People you can add') }).waitFor()
    },
    subject: invitations,
  },
  {
    name: 'revoking an invitation',
    path: paths.settings,
    as: 'administrator',
    ready: async (page, say) => {
      await showInvitation(page, say)
      await page
        .getByRole('region', { name: say('Invitations') })
        .getByRole('listitem')
        .getByRole('button')
        .last()
        .click()
      await page.getByRole('alertdialog').waitFor()
    },
  },
  {
    name: 'applications',
    path: paths.applications,
    as: 'administrator',
    ready: (page) => page.getByText('juniper@example.com').waitFor(),
  },
  {
    name: 'declining an application',
    path: paths.applications,
    as: 'administrator',
    ready: async (page) => {
      await page.getByRole('main').getByRole('listitem').first().getByRole('button').last().click()
      await page.getByRole('alertdialog').waitFor()
    },
  },
  {
    name: 'becoming an administrator',
    path: adminLinkPath('0'.repeat(64)),
    ready: (page, say) =>
      page.getByRole('button', { name: say('Make me an administrator') }).waitFor(),
  },
]
