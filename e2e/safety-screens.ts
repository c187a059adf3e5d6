import type { Page } from '@playwright/test'
import { paths, profilePath } from '#rules/paths.ts'
import { openPostMenu, type Say, type Screen, send } from './screen.ts'

interface Person {
  id: string
}

/** Sends a mutation about a person as the viewer of the page. */
const change = (page: Page, mutation: string, { id }: Person) =>
  send(page, `mutation { ${mutation}(input: { userId: "${id}" }) { user { id } } }`)

/** Shows the settings of someone who mutes one person and blocks another. */
async function hidePeople(page: Page, say: Say) {
  for (const [username, mutation] of [
    ['tom_ashworth', 'muteUser'],
    ['amara_okafor', 'blockUser'],
  ] as const) {
    const { user } = await send(page, `{ user(username: "${username}") { id } }`)
    await change(page, mutation, user)
  }
  await page.reload()
  await page
    .getByRole('region', { name: say('Muted and blocked people') })
    .getByText('Amara Okafor', { exact: true })
    .first()
    .waitFor()
}

async function showPeople(page: Page) {
  const { viewer } = await send(
    page,
    '{ viewer { mutedUsers(first: 9) { nodes { id } } blockedUsers(first: 9) { nodes { id } } } }',
  )
  for (const person of viewer.mutedUsers.nodes) await change(page, 'unmuteUser', person)
  for (const person of viewer.blockedUsers.nodes) await change(page, 'unblockUser', person)
}

/** Opens the menu of a person on their profile. */
async function openMenu(page: Page, say: Say) {
  await page.getByRole('main').getByRole('article').first().waitFor()
  await page
    .getByRole('main')
    .getByRole('button', { name: say('More options') })
    .first()
    .click()
  await page.getByRole('menuitem', { name: say('Block') }).waitFor()
}

/** Muting and blocking. */
export const safetyScreens: Screen[] = [
  {
    name: 'menu of a post',
    path: paths.home,
    ready: (page) => openPostMenu(page, 'first'),
  },
  {
    name: 'menu of a person',
    path: profilePath('wren_draws'),
    ready: openMenu,
  },
  {
    name: 'blocking someone',
    path: profilePath('wren_draws'),
    ready: async (page, say) => {
      await openMenu(page, say)
      await page.getByRole('menuitem', { name: say('Block') }).click()
      await page.getByRole('alertdialog').getByRole('button').first().waitFor()
    },
  },
  {
    name: 'muted and blocked people',
    path: paths.settings,
    ready: hidePeople,
    leave: showPeople,
    subject: (page) => page.getByRole('region', { name: 'Muted and blocked people' }),
  },
]
