import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type GraphQLObjectType, parse } from 'graphql'
import { expect, test } from 'vitest'
import { dependsOnEventsOnly } from '#api/graphql/cacheable.ts'
import { schema } from './schema.ts'

const ofClient = readFileSync(
  path.join(import.meta.dirname, '../../web/features/live/Live.graphql'),
  'utf8',
)

const isShared = (document: string, eventType: string) =>
  dependsOnEventsOnly(schema, parse(document), schema.getType(eventType) as GraphQLObjectType)

test('streams of the client share the updates of feeds and posts, not those of viewers', () => {
  const types = ['FeedUpdate', 'Post', 'User']
  expect(types.map((type) => isShared(ofClient, type))).toEqual([true, true, false])
})

test.each([
  ['a fact about the viewer', '... on Post { isLiked }', false],
  ['a fact about the viewer in an object', '... on Post { author { isFollowed } }', false],
  ['the same by a type', '... on Post { author { ... on User { isFollowed } } }', false],
  ['a condition by a variable', '... on Post { content @include(if: $with) }', false],
  ['what concerns other events', '... on Post { content } ... on User { email }', true],
  ['a fragment without a type', '... { ... on Post { isLiked } }', false],
  ['a fragment of all events', '... on LiveUpdate { ... on Post { isLiked } }', false],
])('the updates of posts with %s: %s', (_name, selection, expected) => {
  const document = `subscription ($ids: [ID!], $with: Boolean = true) {
    live(postIds: $ids) { __typename ${selection} }
  }`
  expect(isShared(document, 'Post')).toBe(expected)
})
