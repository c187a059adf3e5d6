import { expect, test } from 'vitest'
import { graphqlServer } from '#api/test/servers/graphql-server.ts'

const { execute, like, likes } = await graphqlServer()

test.each([
  '{ __proto__: viewer { id } }',
  '{ viewer { __proto__: username } }',
  'query __proto__ { viewer { id } }',
  'query ($__proto__: String) { user(username: $__proto__) { id } }',
  '{ viewer { ...__proto__ } } fragment __proto__ on User { id }',
  '{ then: viewer { id } }',
  '{ feed(first: 1) { nodes { then: content } } }',
  `mutation { ${like('then')} }`,
  `mutation { ${like('__proto__')} }`,
])('a reserved name is rejected before anything runs: %s', async (query) => {
  for (let times = 0; times < 2; times++) {
    const { status, body } = await execute(query)
    expect([status, body.errors?.[0]?.extensions.code, body.data]).toEqual([
      400,
      'BAD_INPUT',
      undefined,
    ])
  }
  expect(await likes()).toBe(0)
})

test.each([
  'constructor',
  'toString',
  'hasOwnProperty',
  'toJSON',
  'catch',
  'length',
  '_then',
  'Then',
])('the alias %s has its field, compiled or not', async (alias) => {
  for (let times = 0; times < 2; times++) {
    const { body } = await execute(
      `{ ${alias}: feed(first: 1) { ${alias}: nodes { ${alias}: content } } }`,
    )
    expect(body).toEqual({
      data: { [alias]: { [alias]: [{ [alias]: expect.any(String) }] } },
    })
  }
})
