import { expect, test } from 'vitest'
import type { CompiledOperations } from '#api/graphql/compiled.ts'
import { JsonBody } from '#api/http/json-body.ts'
import { parseOperationRequest } from './operation-request.ts'

const compiled = { find: () => ({ isAffordable: () => true }) } as unknown as CompiledOperations
const takes = (members: object) =>
  parseOperationRequest(
    new JsonBody(Buffer.from(JSON.stringify({ query: '{ feed { __typename } }', ...members }))),
    compiled,
  ) !== null

test.each([
  {},
  { extensions: null },
  { extensions: {} },
  // Apollo Client names itself in each request.
  { extensions: { clientLibrary: { name: '@apollo/client', version: '4.0.0' } } },
  { operationName: null, variables: null },
  { variables: { input: { content: 'Soup' } } },
])('the fast path takes %j', (members) => {
  expect(takes(members)).toBe(true)
})

test.each([
  { extensions: { persistedQuery: { version: 1, sha256Hash: 'x' } } },
  { extensions: { clientLibrary: {}, persistedQuery: {} } },
  { extensions: [] },
  { extensions: 'clientLibrary' },
  { id: 'x' },
  { documentId: null },
  { operationName: 1 },
  { variables: [] },
  { variables: { input: { nested: {} } } },
])('the fast path leaves %j to Express', (members) => {
  expect(takes(members)).toBe(false)
})
