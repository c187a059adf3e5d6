import { type GraphQLInputObjectType, getNamedType, isEnumType, isNonNullType } from 'graphql'
import { expect, test } from 'vitest'
import { AppError } from '#api/lib/errors.ts'
import { DEMO_USER_UUID } from '#api/lib/ids.ts'
import { testApi } from '#api/test/servers/test-api.ts'
import { schema } from './schema.ts'

const { anonymous, as, asDemoUser, theDemoUser, aUser, aPost, services } = await testApi()
await theDemoUser()
const admin = as({ ...(await aUser()), role: 'ADMIN' })
const examples: Record<string, string | boolean> = {
  postId: (await aPost({ by: { id: DEMO_USER_UUID } })).publicId,
  userId: (await aUser()).publicId,
  invitationId: 'invitation_01h455vb4pex5vsknk084sn02q',
  reportId: 'report_01h455vb4pex5vsknk084sn02q',
  eventId: 'moderation_01h455vb4pex5vsknk084sn02q',
  upToId: 'notification_01h455vb4pex5vsknk084sn02q',
  closed: true,
  uphold: true,
  action: 'NONE',
  subjectId: (await aUser()).publicId,
  apiTokenId: 'token_01h455vb4pex5vsknk084sn02q',
  scopes: 'read',
  webhookId: 'webhook_01h455vb4pex5vsknk084sn02q',
  deliveryId: 'delivery_01h455vb4pex5vsknk084sn02q',
}

/** Every mutation, with its required input. */
const mutations = Object.values(schema.getMutationType()?.getFields() ?? {}).map((field) => {
  const type = getNamedType(field.args[0]?.type) as GraphQLInputObjectType
  const required = Object.values(type.getFields()).filter((each) => isNonNullType(each.type))
  const input = Object.fromEntries(
    required.map(({ name, type }) => {
      const named = getNamedType(type)
      const value = isEnumType(named) ? named.getValues()[0]?.name : 'Hello'
      return [name, examples[name] ?? value]
    }),
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
    throw new AppError('RATE_LIMITED', 'RATE_LIMITED', { message: 'That was a lot at once.' })
  }
  try {
    const [error] = await codes(asDemoUser())
    // What belongs to one person refuses the demo user first.
    const caller = error?.code === 'UNAUTHENTICATED' ? admin : asDemoUser()
    expect(await codes(caller)).toEqual([{ code: 'RATE_LIMITED' }])
  } finally {
    services.limits.consume = consume
  }
})
