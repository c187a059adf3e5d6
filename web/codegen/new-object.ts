import type { PluginFunction } from '@graphql-codegen/plugin-helpers'
import { type FragmentDefinitionNode, isObjectType, Kind } from 'graphql'

const BLANK: Record<string, unknown> = { 'Boolean!': false, 'Int!': 0 }

/** Generates the counts and flags that a fragment selects, as they are for a new object. */
export const plugin: PluginFunction<{ fragment: string; variable: string }> = (
  schema,
  documents,
  { fragment, variable },
) => {
  const definitions = documents.flatMap(({ document }) => document?.definitions ?? [])
  const fragments = new Map(
    definitions
      .filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
      .map((definition) => [definition.name.value, definition]),
  )
  const values: Record<string, unknown> = {}
  const add = (definition: FragmentDefinitionNode | undefined) => {
    const type = schema.getType(definition?.typeCondition.name.value ?? '')
    if (!definition || !isObjectType(type)) throw new Error(`No fragment of an object: ${fragment}`)
    for (const selection of definition.selectionSet.selections) {
      if (selection.kind === Kind.FRAGMENT_SPREAD) add(fragments.get(selection.name.value))
      if (selection.kind !== Kind.FIELD) continue
      const { value: name } = selection.name
      const blank = BLANK[String(type.getFields()[name]?.type)]
      if (blank !== undefined) values[name] = blank
    }
  }
  add(fragments.get(fragment))
  return `export const ${variable} = ${JSON.stringify(values, null, 2)}\n`
}
