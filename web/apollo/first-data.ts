import type { ApolloCache, DocumentNode, OperationVariables } from '@apollo/client'

/** An operation that the server ran for the page, as the client would have sent it. */
interface Answer {
  name: string
  variables: OperationVariables
  data: Record<string, unknown>
}

let answers: Answer[] = []

/** Takes out of the page what came with it. It is not wanted by who acts as the demo user: the server did not know. */
export function takeFirstData(isWanted: boolean) {
  const element = document.getElementById('first-data')
  element?.remove()
  if (element && isWanted) answers = JSON.parse(element.textContent)
}

/** Writes the answer to an operation into the cache, once, where it came with the page. Nobody has looked at any of it yet. */
export function fillCache(cache: ApolloCache, query: DocumentNode) {
  const operation = query.definitions.find(
    (definition) => definition.kind === 'OperationDefinition',
  )
  const answer = answers.find(({ name }) => name === operation?.name?.value)
  if (!answer) return
  answers = answers.filter((each) => each !== answer)
  cache.writeQuery({ query, variables: answer.variables, data: answer.data, broadcast: false })
}
