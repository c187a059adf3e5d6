import { getNullableType, isInputObjectType, isObjectType } from 'graphql'
import { expect, test } from 'vitest'
import { schema } from '#api/serve/schema.ts'
import { type Caller, testApi } from '#api/test/servers/test-api.ts'

const api = await testApi()
const { as, aUser, aPost, aReply, aLike, services } = api
const { database, ids } = services

const PERSON = 'displayName username bio'
const WRITTEN = `content author { ${PERSON} }`
/** Everything about a post or a person that leads to what others wrote. */
const PARTS: Record<string, string> = {
  post: `post { ${WRITTEN} inReplyTo { ${WRITTEN} } threadRoot { ${WRITTEN} }
    replies { nodes { ${WRITTEN} } } likedBy { nodes { ${PERSON} } }
    shares { nodes { comment actor { ${PERSON} } } } }`,
  user: `user { ${PERSON} posts { nodes { ${WRITTEN} } } replies { nodes { ${WRITTEN} } }
    followers { nodes { ${PERSON} } } following { nodes { ${PERSON} } } }`,
  thanks: 'thanks { text }',
}
/** These change who sees whom. */
const LEFT_OUT = ['blockUser', 'muteUser', 'unblockUser']
const SUBJECTS = ['postId', 'userId', 'inReplyToId'] as const
type Subject = (typeof SUBJECTS)[number]

/** The mutations about a post or a person. A new one is tested without a change here. */
const mutations = Object.values(schema.getMutationType()?.getFields() ?? {}).flatMap((field) => {
  const input = getNullableType(field.args[0]?.type)
  const payload = getNullableType(field.type)
  if (!isInputObjectType(input) || !isObjectType(payload)) return []
  const subject = SUBJECTS.find((name) => name in input.getFields())
  if (!subject || LEFT_OUT.includes(field.name)) return []
  const selected = Object.keys(payload.getFields()).flatMap((name) => PARTS[name] ?? [])
  return [{ name: field.name, input: input.name, subject, selected: selected.join(' ') }]
})

const aPerson = (marker: string) =>
  aUser({ displayName: `${marker} person`, username: `${marker}_name`, bio: `${marker} bio` })
const [reader, friend, hidden] = [
  await aPerson('reader'),
  await aPerson('friend'),
  await aPerson('hidden'),
]
const [friends, theirs] = [
  await aPost({ by: friend, content: 'A good thing of friend' }),
  await aPost({ by: hidden, content: 'A good thing of hidden' }),
]
await aReply({ by: hidden, to: friends, content: 'A good reply of hidden' })
const reply = await aReply({ by: friend, to: theirs, content: 'A good reply of friend' })
await aLike({ by: hidden, of: friends })
const share = { kind: 'SHARE' as const, actorId: hidden.id, postId: friends.id }
await database.feedEvent.create({ data: { id: ids.next(), ...share, comment: 'hidden comment' } })
for (const [follower, followee] of [
  [hidden, friend],
  [friend, hidden],
])
  await database.follow.create({
    data: { id: ids.next(), followerId: follower?.id ?? '', followeeId: followee?.id ?? '' },
  })

/** Runs each mutation about each of these. @returns the JSON of each answer */
async function* answers(
  caller: Caller,
  subjects: Record<Subject, readonly { publicId: string }[]>,
) {
  for (const { name, input, subject, selected } of mutations)
    for (const { publicId } of subjects[subject]) {
      const text = { createPost: { content: 'Kind words' }, sendThanks: { text: 'Thank you' } }[
        name
      ]
      const closed = name === 'setRepliesClosed' ? { closed: true } : {}
      const result = await caller.run(
        `mutation ($input: ${input}!) { ${name}(input: $input) { ${selected} userErrors { code message } } }`,
        { input: { [subject]: publicId, ...text, ...closed } },
      )
      yield [name, JSON.stringify(result)] as const
    }
}
const subjects = {
  postId: [friends, theirs, reply],
  inReplyToId: [friends, theirs, reply],
  userId: [friend, hidden],
}
const OF_HIDDEN = /hidden (?:person|bio|comment)|hidden_name|of hidden/

test('without a block, the payloads of mutations show everyone', async () => {
  const shown = new Set<string>()
  for await (const [name, answer] of answers(as(reader), subjects)) {
    expect(answer, name).not.toMatch(/INTERNAL|GRAPHQL_VALIDATION/)
    if (OF_HIDDEN.test(answer)) shown.add(name)
  }
  expect([...shown]).toEqual(
    expect.arrayContaining(['createPost', 'followUser', 'likePost', 'sharePost']),
  )
})

test('attack 25: no payload of a mutation shows a blocked person', async () => {
  await as(reader).data(
    'mutation ($userId: ID!) { blockUser(input: { userId: $userId }) { userErrors { code } } }',
    { userId: hidden.publicId },
  )
  const caller = as(await database.user.findUniqueOrThrow({ where: { id: reader.id } }))
  for await (const [name, answer] of answers(caller, { ...subjects, userId: [friend] }))
    expect(answer, name).not.toMatch(OF_HIDDEN)
})
