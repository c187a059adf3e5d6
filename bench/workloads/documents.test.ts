import { parse } from 'graphql'
import { expect, test } from 'vitest'
import { compile } from '../../api/graphql/compiled.ts'
import { schema } from '../../api/serve/schema.ts'
import { clientBodies } from './documents.ts'

// Streams are executed.
const { live: _, ...answeredOnce } = clientBodies

test.each(Object.entries(answeredOnce))(
  'the operation of %s that the client sends is compiled',
  (_name, { query, variables }) => {
    expect(compile(schema, parse(query), variables)).not.toBeNull()
  },
)

test('responses to the feed that the client sends are cacheable', () => {
  const { query, variables } = clientBodies.feed
  expect(compile(schema, parse(query), variables)?.isNewestPage(variables)).toBe(true)
})
