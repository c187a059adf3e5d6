import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { recipes, slotRecipes } from '@chakra-ui/react/theme'
import { expect, test } from 'vitest'

const WEB = path.resolve(import.meta.dirname, '..')
const recipeNames = new Set([...Object.keys(recipes), ...Object.keys(slotRecipes)])

/** `Dialog` as its recipe is called: `dialog`. */
const recipeOf = (component: string) => component.charAt(0).toLowerCase() + component.slice(1)

/** The components of Chakra's that a file imports and that Chakra has a recipe for: their names there and here. */
function styled(source: string): [name: string, local: string][] {
  const imported = [...source.matchAll(/import \{([^}]*)\} from '@chakra-ui\/react'/g)].flatMap(
    ([, names = '']) => names.split(','),
  )
  return imported
    .map((each) => each.trim().split(' as '))
    .map(([name = '', local = name]): [string, string] => [name, local])
    .filter(([name]) => recipeNames.has(recipeOf(name)))
}

test("each of Chakra's components that is used is given a recipe, and each recipe is used", () => {
  const given = new Set<string>()
  for (const file of globSync('**/*.tsx', { cwd: WEB })) {
    const source = readFileSync(path.join(WEB, file), 'utf8')
    for (const [name, local] of styled(source)) {
      const recipe = `${recipeOf(name)}Recipe`
      expect(source, file).toMatch(new RegExp(`<${local}\\.Root\\s+recipe=\\{${recipe}\\}`))
      given.add(recipe)
    }
  }
  const slotRecipeFiles = globSync('ui/recipes/*.ts', { cwd: WEB }).filter((file) =>
    readFileSync(path.join(WEB, file), 'utf8').includes('defineSlotRecipe'),
  )
  expect([...given].sort()).toEqual(
    slotRecipeFiles.map((file) => `${path.basename(file, '.ts')}Recipe`).sort(),
  )
})
