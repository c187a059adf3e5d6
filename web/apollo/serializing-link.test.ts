import { ApolloClient, ApolloLink, gql, InMemoryCache, Observable } from '@apollo/client'
import { expect, test } from 'vitest'
import { SerializingLink, SupersededError } from './serializing-link.ts'

/** A client whose server answers only when the test says so. */
function slowClient() {
  const sent: { name: string; answer: () => void }[] = []
  const server = new ApolloLink(
    ({ operationName = '' }) =>
      new Observable((observer) => {
        const answer = () => {
          observer.next({ data: { done: true } })
          observer.complete()
        }
        sent.push({ name: operationName, answer })
      }),
  )
  const client = new ApolloClient({
    cache: new InMemoryCache(),
    link: new SerializingLink().concat(server),
  })
  const change = (name: string, toggle?: string) =>
    client
      .mutate({
        mutation: gql(`mutation ${name} { done }`),
        context: { serializationKey: 'post_1', toggle },
      })
      .then(
        () => 'sent',
        (error: unknown) => (error instanceof SupersededError ? 'superseded' : error),
      )
  const names = () => sent.map(({ name }) => name)
  return { change, names, answer: (index: number) => sent[index]?.answer() }
}

test('a toggle replaces the same one that waits, and no other', async () => {
  const { change, names, answer } = slowClient()
  const edit = change('Edit')
  const changes = [change('Like', 'like'), change('Share', 'share'), change('Unshare', 'share')]
  await expect.poll(names).toEqual(['Edit'])
  for (const index of [0, 1, 2]) {
    answer(index)
    await expect.poll(() => names().length).toBe(Math.min(index + 2, 3))
  }
  expect(names()).toEqual(['Edit', 'Like', 'Unshare'])
  expect(await Promise.all([edit, ...changes])).toEqual(['sent', 'sent', 'superseded', 'sent'])
})

test('the third click wants what the first one is sending', async () => {
  const { change, names, answer } = slowClient()
  const clicks = ['Like', 'Unlike', 'Like'].map((name) => change(name, 'like'))
  await expect.poll(names).toEqual(['Like'])
  answer(0)
  expect(await Promise.all(clicks)).toEqual(['sent', 'superseded', 'superseded'])
  expect(names()).toEqual(['Like'])
})
