import { expect, test } from 'vitest'
import { paths } from '#rules/paths.ts'
import { navEntries, settingsEntry } from './nav-entries.ts'

test('the navigation has every page of the client', () => {
  const { signIn: _, ...pages } = paths
  const linked = [...navEntries, settingsEntry].map(({ path }) => path)
  expect(linked.sort()).toEqual(Object.values(pages).sort())
})
