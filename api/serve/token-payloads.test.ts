import { type GraphQLField, getNamedType, isCompositeType, isLeafType, parse } from 'graphql'
import { expect, test } from 'vitest'
import { toPublicId } from '#api/lib/ids.ts'
import { pairedMutations } from '#api/test/operations/pairs.ts'
import { scopeOf } from '#api/test/operations/scope-table.ts'
import { anApplication, everyObject } from '#api/test/people/every-object.ts'
import { A_RULE, APPEAL, moderation } from '#api/test/people/moderation.ts'
import { isEmpty, plainFieldsOf, withToken } from '#api/test/people/token-reads.ts'
import { testApi } from '#api/test/servers/test-api.ts'
import type { TokenScope } from '#rules/token-scopes.ts'
import { schema } from './schema.ts'

const api = await testApi()
const { graphql, anonymous, as, aUser, aPost, services } = api
const { ann, publicIds, ofOthers, reportedThanks } = await everyObject(api)
const viewer = as(ann).context.viewer
const idOf = (prefix: string) => publicIds.find((id) => id.startsWith(`${prefix}_`)) ?? ''
const [reportId] = ofOthers

type Field = GraphQLField<unknown, unknown>
/** What the owner or a moderator alone may see, and tokens and webhooks. */
const isPrivate = (field: Field) =>
  ['read:private', 'moderate'].includes(scopeOf(field) ?? '') ||
  ['ApiToken', 'Webhook'].includes(getNamedType(field.type).name)

const fieldsOf = (typename: string): Field[] => plainFieldsOf(schema.getType(typename))

/** Selects the private fields of a type, and of its author or actor. */
function privateFields(typename: string, scope: TokenScope | undefined, depth = 0): string {
  const parts = fieldsOf(typename)
    .filter((field) => isPrivate(field) && scopeOf(field) !== scope)
    .map(({ name, type }) => `${name} ${isLeafType(getNamedType(type)) ? '' : '{ __typename }'}`)
  const people = fieldsOf(typename).filter(
    ({ name, type }) => depth === 0 && name !== 'subject' && getNamedType(type).name === 'User',
  )
  return [
    '__typename',
    ...parts,
    ...people
      .filter((field) => !isPrivate(field))
      .map(({ name }) => `${name} { ${privateFields('User', scope, 1)} }`),
  ].join(' ')
}

/** Selects the private fields of everything that a mutation returns. */
function payloadOf({ type }: Field, scope: TokenScope | undefined): string {
  const objects = fieldsOf(getNamedType(type).name).filter(
    (field) => field.name !== 'userErrors' && isCompositeType(getNamedType(field.type)),
  )
  return [
    'userErrors { code message }',
    ...objects.map(
      ({ name, type: each }) => `${name} { ${privateFields(getNamedType(each).name, scope)} }`,
    ),
  ].join(' ')
}

const { aModerator, aReport, resolve } = moderation(api)
const mia = as(await aModerator(services))

/** A decision of another moderator about someone's post. */
async function aDecision(action: string) {
  const author = await aUser()
  const reportId = await aReport(await aPost({ by: author }))
  const { report } = await resolve(mia, reportId, action)
  return { author, eventId: report.decision.id as string }
}

const [hiding, suspension, appealed] = [
  await aDecision('HIDE'),
  await aDecision('SUSPEND'),
  await aDecision('WARN'),
]
await as(appealed.author).data(APPEAL, { eventId: appealed.eventId })

const [theirs, ben] = [await aPost({ by: await aUser() }), await aUser()]
const [own, doomed] = [await aPost({ by: ann }), await aPost({ by: ann })]
const ofPost = { postId: theirs.publicId }
const subjects = { postId: ofPost, userId: { userId: ben.publicId } }
const ofReport = { reportId }

/** In this order, each is allowed. */
const inputs: Record<string, object> = {
  ...Object.fromEntries(
    pairedMutations(schema).map(([name, subject]) => [name, subjects[subject]]),
  ),
  createPost: { content: 'Hello' },
  setRepliesClosed: { postId: own.publicId, closed: true },
  deletePost: { postId: doomed.publicId },
  sendThanks: { ...ofPost, text: 'Thank you' },
  reportContent: { subjectId: theirs.publicId, reason: 'SPAM' },
  markNotificationsRead: { upToId: idOf('notification') },
  updateNotificationSettings: { thanks: true },
  updateProfile: { bio: 'New' },
  claimReport: ofReport,
  addModerationNote: { ...ofReport, text: 'A note' },
  releaseReport: ofReport,
  resolveReport: { ...ofReport, action: 'HIDE', rule: A_RULE },
  unhideContent: { subjectId: reportedThanks },
  declineApplicant: { userId: idOf('application') },
  approveApplicant: { userId: toPublicId('Application', await anApplication(services, 'finn')) },
  reverseDecision: { eventId: hiding.eventId },
  liftSuspension: { userId: suspension.author.publicId },
  decideAppeal: { eventId: appealed.eventId, uphold: true },
}

const mutations = schema.getMutationType()?.getFields() ?? {}

test('every mutation that tokens can call is tried', () => {
  const scoped = Object.values(mutations).filter((field) => scopeOf(field))
  expect(Object.keys(inputs).sort()).toEqual(scoped.map(({ name }) => name).sort())
})

/** The paths of values that say something. */
function* said(value: unknown, path = ''): Generator<string> {
  for (const [key, each] of Object.entries(value ?? {}))
    if (typeof each === 'object' && each !== null && !isEmpty(each))
      yield* said(each, `${path}.${key}`)
    else if (key !== '__typename' && !isEmpty(each)) yield `${path}.${key}`
}

test('no payload says what only another scope allows', async () => {
  for (const [name, input] of Object.entries(inputs)) {
    const field = mutations[name] as Field
    const scope = scopeOf(field) as TokenScope
    const type = field.args[0]?.type
    const document = parse(
      `mutation ($input: ${type}) { ${name}(input: $input) { ${payloadOf(field, scope)} } }`,
    )
    const context = withToken(anonymous.context, viewer, [scope])
    const { data, errors } = await graphql.execute(document, { input }, context)
    expect([name, errors, data?.[name]]).toEqual([
      name,
      undefined,
      expect.objectContaining({ userErrors: [] }),
    ])
    expect([name, ...said(data)]).toEqual([name])
    if (name === 'unhideContent')
      expect(data?.[name]).toMatchObject({ subject: { __typename: 'Thanks' } })
  }
})
