import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { recipes, slotRecipes } from '@chakra-ui/react/theme'
import { expect, test } from 'vitest'

const WEB = path.resolve(import.meta.dirname, '..')
const recipeNames = new Set([...Object.keys(recipes), ...Object.keys(slotRecipes)])

/** `Dialog` → `dialog`. */
const recipeNameOf = (component: string) => component.charAt(0).toLowerCase() + component.slice(1)

/** The Chakra components that a file imports and that need a recipe. */
function componentsWithRecipe(source: string): [name: string, local: string][] {
  const imported = [...source.matchAll(/import \{([^}]*)\} from '@chakra-ui\/react'/g)].flatMap(
    ([, names = '']) => names.split(','),
  )
  return imported
    .map((part) => part.trim().split(' as '))
    .map(([name = '', local = name]): [string, string] => [name, local])
    .filter(([name]) => recipeNames.has(recipeNameOf(name)))
}

test('every Chakra component in use gets our recipe, and every recipe is used', () => {
  const used = new Set<string>()
  for (const file of globSync('**/*.tsx', { cwd: WEB })) {
    const source = readFileSync(path.join(WEB, file), 'utf8')
    for (const [name, local] of componentsWithRecipe(source)) {
      const recipe = `${recipeNameOf(name)}Recipe`
      expect(source, file).toMatch(new RegExp(`<${local}\\.Root\\s+recipe=\\{${recipe}\\}`))
      used.add(recipe)
    }
  }
  const slotRecipeFiles = globSync('ui/recipes/*.ts', { cwd: WEB }).filter((file) =>
    readFileSync(path.join(WEB, file), 'utf8').includes('defineSlotRecipe'),
  )
  expect([...used].sort()).toEqual(
    slotRecipeFiles.map((file) => `${path.basename(file, '.ts')}Recipe`).sort(),
  )
})
