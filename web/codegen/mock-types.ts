import path from 'node:path'
import type { PluginFunction } from '@graphql-codegen/plugin-helpers'
import { Kind, OperationTypeNode } from 'graphql'

const FOLDER = 'web/test'

/** Generates the types of each operation by its name, for the mocks of tests. */
export const plugin: PluginFunction = (_schema, documents) => {
  const imports: string[] = []
  const types: Record<'Query' | 'Mutation', string[]> = { Query: [], Mutation: [] }
  for (const { location = '', document } of documents) {
    for (const definition of document?.definitions ?? []) {
      if (definition.kind !== Kind.OPERATION_DEFINITION || !definition.name) continue
      if (definition.operation === OperationTypeNode.SUBSCRIPTION) continue
      const kind = definition.operation === OperationTypeNode.QUERY ? 'Query' : 'Mutation'
      const { value: name } = definition.name
      const data = `${name}${kind}`
      const file = path.relative(FOLDER, location).replace(/\.graphql$/, '.generated.ts')
      imports.push(`import type { ${data}, ${data}Variables } from '${file}'`)
      types[kind].push(`  ${name}: { data: ${data}; variables: ${data}Variables }`)
    }
  }
  return {
    prepend: imports,
    content: Object.entries(types)
      .map(([kind, lines]) => `export interface ${kind}Types {\n${lines.join('\n')}\n}`)
      .join('\n\n'),
  }
}
