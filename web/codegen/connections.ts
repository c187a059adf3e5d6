import type { PluginFunction } from '@graphql-codegen/plugin-helpers'
import { getNamedType, isObjectType } from 'graphql'

const PAGE_ARGUMENTS = ['first', 'after', 'last', 'before']

/**
 * Generates the fields that return a connection, each with the arguments that identify the list.
 */
export const plugin: PluginFunction = (schema) => {
  const connections: Record<string, Record<string, string[]>> = {}
  for (const type of Object.values(schema.getTypeMap()).filter(isObjectType)) {
    for (const field of Object.values(type.getFields())) {
      if (!getNamedType(field.type).name.endsWith('Connection')) continue
      const names = field.args.map(({ name }) => name)
      connections[type.name] = {
        ...connections[type.name],
        [field.name]: names.filter((name) => !PAGE_ARGUMENTS.includes(name)),
      }
    }
  }
  const literal = JSON.stringify(connections, null, 2)
  return `export const connections: Record<string, Record<string, string[]>> = ${literal}\n`
}
