import { readFileSync } from 'node:fs'
import path from 'node:path'
import { buildSchema, isObjectType } from 'graphql'
import { expect, test } from 'vitest'
import { createCache } from './cache.ts'

const SCHEMA = path.resolve(import.meta.dirname, '../../schema.graphql')
const schema = buildSchema(readFileSync(SCHEMA, 'utf8'))
const lists = Object.values(schema.getTypeMap())
  .filter(isObjectType)
  .flatMap((type) =>
    Object.values(type.getFields())
      .filter((field) => String(field.type).endsWith('Connection!'))
      .map(({ name, args }) => ({ type: type.name, name, args: args.map((arg) => arg.name) })),
  )

test.each(lists)('pages of $name of $type are appended to the list', ({ type, name, args }) => {
  const { policies } = createCache()
  const filters = args.filter((arg) => !['first', 'last', 'after', 'before'].includes(arg))
  expect(policies.getMergeFunction(type, name, undefined)).toBeDefined()
  const variables = Object.fromEntries(args.map((arg) => [arg, arg]))
  const storedName = policies.getStoreFieldName({
    typename: type,
    fieldName: name,
    args: variables,
  })
  for (const arg of args)
    expect([arg, storedName.includes(`"${arg}"`)]).toEqual([arg, filters.includes(arg)])
})
