import { expect, test } from 'vitest'
import { testServer } from '../../test/server.ts'

const server = await testServer()

test('who signs up is signed in', async () => {
  const ann = server.visitor()
  const { id } = await ann.signUp({ name: ' Ann  Lee', username: 'Ann', email: 'ANN@example.org' })
  expect(id).toMatch(/^user_/)
})
