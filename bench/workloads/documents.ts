import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import {
  type ASTNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  getOperationAST,
  Kind,
  OperationTypeNode,
  parse,
  print,
  visit,
} from 'graphql'
import { ROOT } from '../../scripts/run.ts'
import { createClient } from '../../web/apollo/client.ts'

/** The request body of an operation of the web client. */
export interface ClientBody {
  operationName: string
  variables: Record<string, unknown>
  query: string
  extensions?: object
}

const fragments = new Map<string, FragmentDefinitionNode>()
for (const file of globSync('web/**/*.graphql', { cwd: ROOT })) {
  for (const definition of read(file).definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION)
      fragments.set(definition.name.value, definition)
}

/** Request bodies captured from the web client. Workloads replace the variables. */
export const clientBodies = {
  feed: await captureBody('web/pages/home/Home.graphql', 'Feed', {}),
  following: await captureBody('bench/workloads/People.graphql', 'Following', {}),
  follow: await captureBody('bench/workloads/People.graphql', 'FollowUser', {
    input: { userId: '' },
  }),
  profile: await captureBody('web/pages/profile/Profile.graphql', 'Profile', {
    isOwn: false,
    isReplies: false,
    username: '',
  }),
  'post-page': await captureBody('web/pages/post/Post.graphql', 'Post', { postId: '' }),
  notifications: await captureBody('bench/workloads/Notifications.graphql', 'Notifications', {}),
  search: await captureBody('web/pages/explore/Explore.graphql', 'Explore', { query: 'sun' }),
  like: await captureBody('web/features/like/LikeButton.graphql', 'LikePost', {
    input: { postId: '' },
  }),
  live: await captureBody('web/features/live/Live.graphql', 'Live', { scope: 'EVERYONE' }),
  post: await captureBody('web/features/post/composer/Composer.graphql', 'CreatePost', {
    input: { content: '', clientKey: '' },
  }),
}

function read(file: string): DocumentNode {
  return parse(readFileSync(path.join(ROOT, file), 'utf8'))
}

async function captureBody(
  file: string,
  name: string,
  variables: Record<string, unknown>,
): Promise<ClientBody> {
  const operation = read(file).definitions.find(
    (definition) =>
      definition.kind === Kind.OPERATION_DEFINITION && definition.name?.value === name,
  )
  if (operation?.kind !== Kind.OPERATION_DEFINITION)
    throw new Error(`${file} has no operation ${name}.`)
  const document: DocumentNode = {
    kind: Kind.DOCUMENT,
    definitions: [operation, ...fragmentsOf(operation)],
  }
  if (operation.operation === OperationTypeNode.SUBSCRIPTION) return printed(document, variables)
  const originalFetch = globalThis.fetch
  let body = ''
  globalThis.fetch = async (_url, init) => {
    body = String(init?.body)
    return Response.json({
      errors: [{ message: 'The benchmark only captures the request.' }],
    })
  }
  const client = createClient({ uri: 'http://localhost/graphql', isDemo: () => false })
  const run =
    operation.operation === 'mutation'
      ? client.mutate({ mutation: document, variables })
      : client.query({ query: document, variables })
  await run.catch(() => {})
  globalThis.fetch = originalFetch
  client.stop()
  return JSON.parse(body) as ClientBody
}

/** As the web client prints a subscription, which it sends in a stream. */
function printed(document: DocumentNode, variables: Record<string, unknown>): ClientBody {
  const client = createClient({ uri: 'http://localhost/graphql', isDemo: () => false })
  const query = print(client.cache.transformDocument(document))
  client.stop()
  return { operationName: getOperationAST(document)?.name?.value ?? '', variables, query }
}

/** @returns the fragments that a node spreads, including nested ones */
function fragmentsOf(
  node: ASTNode,
  found = new Set<FragmentDefinitionNode>(),
): Set<FragmentDefinitionNode> {
  visit(node, {
    FragmentSpread({ name }) {
      const fragment = fragments.get(name.value)
      if (!fragment) throw new Error(`No document defines the fragment ${name.value}.`)
      if (found.has(fragment)) return
      found.add(fragment)
      fragmentsOf(fragment, found)
    },
  })
  return found
}
