import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import {
  type FieldNode,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  type SelectionSetNode,
} from 'graphql'
import { expect, test } from 'vitest'
import { ROOT } from './run.ts'

const files = globSync('{web,api/rest/documents}/**/*.graphql', { cwd: ROOT })

const fieldsOf = (set: SelectionSetNode | undefined): FieldNode[] =>
  (set?.selections ?? []).filter((selection) => selection.kind === Kind.FIELD)
const selects = (set: SelectionSetNode | undefined, name: string) =>
  fieldsOf(set).find((field) => field.name.value === name)

const mutationsIn = (file: string): OperationDefinitionNode[] =>
  parse(readFileSync(path.join(ROOT, file), 'utf8')).definitions.filter(
    (definition) =>
      definition.kind === Kind.OPERATION_DEFINITION &&
      definition.operation === OperationTypeNode.MUTATION,
  ) as OperationDefinitionNode[]

test.each(files.filter((file) => mutationsIn(file).length > 0))(
  'every mutation of %s selects the reason of its user errors',
  (file) => {
    const missing = mutationsIn(file)
      .flatMap(({ selectionSet }) => fieldsOf(selectionSet))
      .filter((payload) => {
        const userErrors = selects(payload.selectionSet, 'userErrors')
        return !userErrors || !selects(userErrors.selectionSet, 'reason')
      })
    expect(missing.map(({ name }) => name.value)).toEqual([])
  },
)

test('mutations of the client and of REST are checked', () => {
  const checked = files.filter((file) => mutationsIn(file).length > 0)
  expect(checked.filter((file) => file.startsWith('web')).length).toBeGreaterThan(10)
  expect(checked.filter((file) => file.startsWith('api')).length).toBeGreaterThan(1)
})
