import type { PluginFunction } from '@graphql-codegen/plugin-helpers'
import {
  concatAST,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
} from 'graphql'

/** Codegen's naming: `PostCard_post` becomes `PostCard_Post`. */
const pascalCase = (name: string) =>
  name.replace(
    /(^|_)([a-z])/g,
    (_match, start: string, letter: string) => start + letter.toUpperCase(),
  )

interface HooksConfig {
  hooksFrom: string
  /** Its code is large, so pages import it lazily. */
  subscriptionHookFrom: string
}

/** Generates a typed hook per operation and fragment from the typed-document-node constants. */
export const plugin: PluginFunction<HooksConfig> = (schema, documents, config) => {
  const factories = new Set<string>()
  const hooks: string[] = []
  const hook = (factory: string, name: string, ...args: string[]) => {
    factories.add(factory.replace(/<.*/, ''))
    hooks.push(`export const use${name} = /* @__PURE__ */ ${factory}(${args.join(', ')})`)
  }
  for (const definition of concatAST(documents.flatMap(({ document }) => document ?? []))
    .definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) {
      const name = pascalCase(definition.name.value)
      const { value: typeName } = definition.typeCondition.name
      if (isNormalized(schema, typeName))
        hook('fragmentHook', `${name}Fragment`, `${name}FragmentDoc`, `'${definition.name.value}'`)
      else hook(`embeddedFragmentHook<${name}Fragment>`, `${name}Fragment`)
    } else if (definition.kind === Kind.OPERATION_DEFINITION && definition.name) {
      const name = pascalCase(definition.name.value)
      hook(
        `${definition.operation}Hook`,
        `${name}${pascalCase(definition.operation)}`,
        `${name}Document`,
        ...(definition.operation === 'mutation' ? [mutationNames(schema, definition)] : []),
      )
    }
  }
  return {
    prepend: importsOf(factories, config),
    content: hooks.join('\n'),
  }
}

function importsOf(
  factories: ReadonlySet<string>,
  { hooksFrom, subscriptionHookFrom }: HooksConfig,
): string[] {
  const isSubscription = (factory: string) => factory === 'subscriptionHook'
  const names = [...factories].filter((factory) => !isSubscription(factory)).sort()
  return [
    ...(names.length > 0 ? [`import { ${names.join(', ')} } from '${hooksFrom}'`] : []),
    ...[...factories]
      .filter(isSubscription)
      .map((factory) => `import { ${factory} } from '${subscriptionHookFrom}'`),
  ]
}

/** Whether objects of a type have an id, under which the cache stores them. */
function isNormalized(schema: GraphQLSchema, typeName: string): boolean {
  const type = schema.getType(typeName)
  return (isObjectType(type) || isInterfaceType(type)) && 'id' in type.getFields()
}

/** The root field of a mutation, its payload's type, and the id in its input. */
function mutationNames(schema: GraphQLSchema, { selectionSet }: OperationDefinitionNode): string {
  const [selection] = selectionSet.selections
  const name = selection?.kind === Kind.FIELD ? selection.name.value : ''
  const field = schema.getMutationType()?.getFields()[name]
  if (!field) throw new Error(`There is no mutation ${name}.`)
  const input = getNamedType(field.args[0]?.type)
  const idField =
    isInputObjectType(input) &&
    Object.values(input.getFields()).find(({ type }) => String(type) === 'ID!')
  const names = { field: name, payload: String(getNamedType(field.type)) }
  return JSON.stringify(idField ? { ...names, idField: idField.name } : names)
}
