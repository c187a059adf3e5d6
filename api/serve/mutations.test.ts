import { type GraphQLInputObjectType, getNamedType, isNonNullType } from 'graphql'
import { expect, test } from 'vitest'
import { AppError } from '#api/lib/errors.ts'
import { DEMO_USER_UUID } from '#api/lib/ids.ts'
import { testApi } from '#api/test/test-api.ts'
import { schema } from './schema.ts'

const { anonymous, asDemoUser, theDemoUser, aPost, services } = await testApi()
await theDemoUser()
const post = await aPost({ by: { id: DEMO_USER_UUID } })

/** Every mutation, with its required input. */
const mutations = Object.values(schema.getMutationType()?.getFields() ?? {}).map((field) => {
  const type = getNamedType(field.args[0]?.type) as GraphQLInputObjectType
  const required = Object.values(type.getFields()).filter((each) => isNonNullType(each.type))
  const input = Object.fromEntries(
    required.map((each) => [each.name, String(each.type) === 'ID!' ? post.publicId : 'Hello']),
  )
  const document = `mutation ($input: ${type}!) { ${field.name}(input: $input) { userErrors { code } } }`
  return { name: field.name, document, input }
})

test.each(mutations)('$name needs a viewer and consumes a write limit', async (mutation) => {
  const { name, document, input } = mutation
  const codes = async (caller: typeof anonymous) =>
    (await caller.data(document, { input }))[name].userErrors
  expect(await codes(anonymous)).toEqual([{ code: 'UNAUTHENTICATED' }])
  const { consume } = services.limits
  services.limits.consume = async () => {
    throw new AppError('RATE_LIMITED', 'That was a lot at once.')
  }
  try {
    expect(await codes(asDemoUser())).toEqual([{ code: 'RATE_LIMITED' }])
  } finally {
    services.limits.consume = consume
  }
})
