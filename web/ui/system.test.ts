import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { recipes, slotRecipes } from '@chakra-ui/react/theme'
import { expect, test } from 'vitest'
import { system } from './system.ts'

const WEB = path.resolve(import.meta.dirname, '..')
const recipeNames = new Set([...Object.keys(recipes), ...Object.keys(slotRecipes)])

/** `Dialog` as its recipe is called: `dialog`. */
const recipeOf = (component: string) => component.charAt(0).toLowerCase() + component.slice(1)

/** The names that the client imports from Chakra, as those of recipes. */
function usedRecipes(): string[] {
  const used = new Set<string>()
  for (const file of globSync('**/*.tsx', { cwd: WEB })) {
    const source = readFileSync(path.join(WEB, file), 'utf8')
    for (const [, names = ''] of source.matchAll(/import \{([^}]*)\} from '@chakra-ui\/react'/g))
      for (const name of names.split(',')) used.add(recipeOf(name.trim().split(' as ')[0] ?? ''))
  }
  return [...used].filter((name) => recipeNames.has(name)).sort()
}

test("each of Chakra's components that is used has a recipe here, and each recipe is used", () => {
  const styled = Object.keys(system._config.theme?.slotRecipes ?? {}).concat(Object.keys(system._config.theme?.recipes ?? {}))
  expect(styled.sort()).toEqual(usedRecipes())
})
