import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { tryLock } from '#api/database/lock.ts'
import { graphiqlFiles } from '#api/serve/pages/graphiql-files.ts'
import { ROOT, runOrThrow } from './run.ts'

/** Generates files that are not committed. */
export interface Step {
  name: string
  /** Globs of the source files. */
  inputs: string[]
  outputs: string[]
  /** The package that the step needs. */
  tool: string
  build(): Promise<void>
}

export const prismaClient: Step = {
  name: 'database client',
  inputs: ['api/database/schema.prisma', 'prisma.config.ts'],
  outputs: ['api/database/generated/prisma/client.ts'],
  tool: 'prisma',
  build: () => runOrThrow('prisma', ['generate']),
}

const DOCUMENTS = '{web,api}/**/*.graphql'

/** The names of the operations in documents. The server imports them, so they need no schema. */
export const operationNames: Step = {
  name: 'operation names',
  inputs: [DOCUMENTS],
  outputs: ['api/telemetry/operation-names.generated.ts'],
  tool: 'graphql',
  async build() {
    const { parse } = await import('graphql')
    const names = globSync(DOCUMENTS, { cwd: ROOT }).flatMap((file) =>
      parse(readFileSync(path.join(ROOT, file), 'utf8')).definitions.flatMap((definition) =>
        definition.kind === 'OperationDefinition' ? (definition.name?.value ?? []) : [],
      ),
    )
    const [file = ''] = operationNames.outputs
    writeFileSync(
      path.join(ROOT, file),
      `export const operationNames: readonly string[] = ${JSON.stringify(names.sort(), null, 2)}\n`,
    )
  },
}

export const typedDocuments: Step = {
  name: 'typed documents',
  inputs: ['schema.graphql', 'codegen.ts', 'web/codegen/*.ts', DOCUMENTS],
  outputs: [
    'web/apollo/schema.generated.ts',
    'api/rest/documents/schema.generated.ts',
    'api/syndication/documents/schema.generated.ts',
  ],
  tool: '@graphql-codegen/cli',
  build: () => runOrThrow('graphql-codegen', ['--config', 'codegen.ts']),
}

/** What the clients of the quick starts import. The product does not need it. */
export const quickStarts: Step = {
  name: 'types of the quick starts',
  inputs: ['schema.graphql', 'docs/api/clients/*.{ts,graphql}', 'api/rest/*.ts'],
  outputs: ['docs/api/clients/openapi.generated.ts', 'docs/api/clients/vibes.generated.ts'],
  tool: 'openapi-typescript',
  // A child process, because it loads the REST routes, which import the documents' types.
  build: () => runOrThrow(process.execPath, ['scripts/entry.js', 'scripts/quick-starts.ts']),
}

export const textCatalogue: Step = {
  name: 'text catalogue',
  inputs: ['lingui.config.ts', 'web/messages/*.ts'],
  outputs: ['web/messages/generated/ui.ts/en.po'],
  tool: '@lingui/cli',
  build: () => runOrThrow('lingui', ['extract', '--clean']),
}

export const graphiqlPage: Step = {
  name: 'GraphiQL page',
  inputs: ['scripts/graphiql*.{ts,js}', 'package.json'],
  outputs: Object.values(graphiqlFiles).map((file) => path.relative(ROOT, file)),
  tool: '@graphql-yoga/render-graphiql',
  // A child process, because the package takes 70 MB of memory and this may become the server.
  build: () => runOrThrow(process.execPath, ['scripts/entry.js', 'scripts/graphiql.ts']),
}

const webClient: Step = {
  name: 'web client',
  inputs: [
    'web/**/*.*',
    'rules/**/*.ts',
    'schema.graphql',
    'codegen.ts',
    'lingui.config.ts',
    'vite.config.ts',
    'package.json',
  ],
  outputs: [
    'web/dist/landing.html',
    'web/dist/app.html',
    'web/dist/sign-in.html',
    'web/dist/csp.json',
    'web/dist/page-operations.json',
  ],
  tool: '@vitejs/plugin-react',
  build: () => runOrThrow('vite', ['build']),
}

/** In the order of their dependencies. */
export const steps = [
  prismaClient,
  operationNames,
  typedDocuments,
  textCatalogue,
  graphiqlPage,
  webClient,
]

const GENERATED_OR_TEST = /(^|\/)(dist|generated|test)\/|\.generated\.tsx?$|\.test\.tsx?$/
const LOCK_TIMEOUT_MS = 120_000
const STAMPS = path.join(ROOT, '.build', 'made-from.json')

/** Whether a step's outputs exist and match its current inputs. */
function isFresh(step: Step): boolean {
  return (
    step.outputs.every((file) => existsSync(path.join(ROOT, file))) &&
    readStamps()[step.name] === stampOf(step)
  )
}

/**
 * Builds stale steps under a lock, which concurrent builds wait for.
 * @throws Error when the package that a step needs is not installed
 */
export async function buildStale(requested: readonly Step[] = steps): Promise<void> {
  if (requested.every(isFresh)) return
  const lock = tryLock(path.dirname(STAMPS), LOCK_TIMEOUT_MS)
  try {
    for (const step of requested.filter((candidate) => !isFresh(candidate))) {
      if (!existsSync(path.join(ROOT, 'node_modules', step.tool))) {
        throw new Error(
          `Building the ${step.name} needs ${step.tool}, which is not installed. ` +
            'Run "npm install --include=dev && npm run build".',
        )
      }
      console.log(`Building the ${step.name} …`)
      await build(step)
    }
  } finally {
    lock?.release()
  }
}

export async function build(step: Step): Promise<void> {
  const stamp = stampOf(step)
  await step.build()
  mkdirSync(path.dirname(STAMPS), { recursive: true })
  writeFileSync(STAMPS, `${JSON.stringify({ ...readStamps(), [step.name]: stamp }, null, 2)}\n`)
}

function stampOf(step: Step): string {
  const files = globSync(step.inputs, { cwd: ROOT }).filter((file) => !GENERATED_OR_TEST.test(file))
  const hash = createHash('sha256')
  for (const file of files.sort())
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(ROOT, file)))
      .update('\0')
  return hash.digest('hex')
}

function readStamps(): Record<string, string> {
  return existsSync(STAMPS)
    ? (JSON.parse(readFileSync(STAMPS, 'utf8')) as Record<string, string>)
    : {}
}
