import type { PluginFunction } from '@graphql-codegen/plugin-helpers'
import { concatAST, Kind } from 'graphql'

/** Codegen's naming: `PostCard_post` becomes `PostCard_Post`. */
const pascalCase = (name: string) =>
  name.replace(
    /(^|_)([a-z])/g,
    (_match, start: string, letter: string) => start + letter.toUpperCase(),
  )

/** Generates a typed hook per operation and fragment from the typed-document-node constants. */
export const plugin: PluginFunction<{ hooksFrom: string }> = (
  _schema,
  documents,
  { hooksFrom },
) => {
  const factories = new Set<string>()
  const hooks: string[] = []
  const hook = (factory: string, name: string, ...args: string[]) => {
    factories.add(factory)
    hooks.push(`export const use${name} = /* @__PURE__ */ ${factory}(${args.join(', ')})`)
  }
  for (const definition of concatAST(documents.flatMap(({ document }) => document ?? []))
    .definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) {
      const name = pascalCase(definition.name.value)
      hook('fragmentHook', `${name}Fragment`, `${name}FragmentDoc`, `'${definition.name.value}'`)
    } else if (
      definition.kind === Kind.OPERATION_DEFINITION &&
      definition.name &&
      definition.operation !== 'subscription'
    ) {
      const name = pascalCase(definition.name.value)
      hook(
        `${definition.operation}Hook`,
        `${name}${pascalCase(definition.operation)}`,
        `${name}Document`,
      )
    }
  }
  return {
    prepend: [`import { ${[...factories].sort().join(', ')} } from '${hooksFrom}'`],
    content: hooks.join('\n'),
  }
}
