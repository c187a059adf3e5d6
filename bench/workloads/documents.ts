import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import {
  type ASTNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  parse,
  visit,
} from 'graphql'
import { ROOT } from '../../scripts/run.ts'
import { createClient } from '../../web/apollo/client.ts'

/** What the web client sends to run an operation of its own. */
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

/** The bodies of the client's operations, as the client itself sends them; variables are put in afterwards. */
export const clientBodies = {
  feed: await sent('web/pages/home/Home.graphql', 'Feed', {}),
  profile: await sent('web/pages/profile/Profile.graphql', 'Profile', {
    isOwn: false,
    username: '',
  }),
  search: await sent('web/pages/explore/Explore.graphql', 'Explore', { query: '' }),
  like: await sent('web/features/like/LikeButton.graphql', 'LikePost', { input: { postId: '' } }),
  post: await sent('web/features/post/composer/Composer.graphql', 'CreatePost', {
    input: { content: '', clientKey: '' },
  }),
}

function read(file: string): DocumentNode {
  return parse(readFileSync(path.join(ROOT, file), 'utf8'))
}

async function sent(
  file: string,
  name: string,
  variables: Record<string, unknown>,
): Promise<ClientBody> {
  const operation = read(file).definitions.find(
    (each) => each.kind === Kind.OPERATION_DEFINITION && each.name?.value === name,
  )
  if (operation?.kind !== Kind.OPERATION_DEFINITION)
    throw new Error(`${file} has no operation ${name}.`)
  const document: DocumentNode = {
    kind: Kind.DOCUMENT,
    definitions: [operation, ...fragmentsOf(operation)],
  }
  const ordinaryFetch = globalThis.fetch
  let body = ''
  globalThis.fetch = async (_url, init) => {
    body = String(init?.body)
    return Response.json({
      errors: [{ message: 'Nothing is asked: the request alone is of interest.' }],
    })
  }
  const client = createClient({ uri: 'http://localhost/graphql', isDemo: () => false })
  const run =
    operation.operation === 'mutation'
      ? client.mutate({ mutation: document, variables })
      : client.query({ query: document, variables })
  await run.catch(() => {})
  globalThis.fetch = ordinaryFetch
  client.stop()
  return JSON.parse(body) as ClientBody
}

/** Every fragment that it spreads, and those that they do. */
function fragmentsOf(
  node: ASTNode,
  found = new Set<FragmentDefinitionNode>(),
): Set<FragmentDefinitionNode> {
  visit(node, {
    FragmentSpread({ name }) {
      const fragment = fragments.get(name.value)
      if (!fragment) throw new Error(`No document has the fragment ${name.value}.`)
      if (found.has(fragment)) return
      found.add(fragment)
      fragmentsOf(fragment, found)
    },
  })
  return found
}
