import type { Page } from '@playwright/test'
import { paths } from '#rules/paths.ts'
import { type Say, type Screen, send } from './screen.ts'

/** Waits for the settings, whose sections load one by one. */
const isLoaded = (page: Page, say: Say) => page.getByText(say('This device')).waitFor()

async function revokeTokens(page: Page) {
  const { viewer } = await send(page, '{ viewer { apiTokens { id } } }')
  for (const { id } of viewer.apiTokens)
    await send(
      page,
      `mutation { revokeApiToken(input: { apiTokenId: "${id}" }) { apiToken { id } } }`,
    )
}

/** API tokens and webhooks, in the settings. */
export const programScreens: Screen[] = [
  {
    name: 'a new token',
    path: paths.settings,
    ready: async (page, say) => {
      await isLoaded(page, say)
      await page.getByRole('button', { name: say('Create a token') }).click()
      await page.getByRole('combobox', { name: say('Expires') }).waitFor()
    },
    subject: (page) => page.locator('select[name=expiry]'),
  },
  {
    name: 'revoking a token',
    path: paths.settings,
    ready: async (page, say) => {
      await send(
        page,
        'mutation { createApiToken(input: { name: "Reader", scopes: ["read"] }) { apiToken { id } } }',
      )
      await page.reload()
      await isLoaded(page, say)
      await page
        .getByRole('list', { name: say('Your API tokens') })
        .getByRole('button')
        .first()
        .click()
      await page.getByRole('alertdialog').waitFor()
    },
    leave: revokeTokens,
  },
  {
    name: 'a new webhook',
    path: paths.settings,
    ready: async (page, say) => {
      await isLoaded(page, say)
      await page.getByRole('button', { name: say('Add a webhook') }).click()
      await page.getByLabel(say('Subscription')).waitFor()
    },
    subject: (page) => page.locator('textarea').last(),
  },
]
