import { parse } from 'graphql'
import { expect, test } from 'vitest'
import { sentOperations } from '../../web/sent-operations.ts'
import { compile } from '../graphql/compiled.ts'
import { schema } from '../schema.ts'

test('responses to the feed that the client sends are cacheable', async () => {
  const { Feed = '' } = await sentOperations()
  expect(compile(schema, parse(Feed), {})).toMatchObject({ isFeedPage: true })
})
