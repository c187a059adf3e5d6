import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { tryLock } from '#api/database/lock.ts'
import { graphiqlFiles } from '#api/serve/pages/graphiql-files.ts'
import { must, ROOT } from './run.ts'

/** Something that is made from the sources and not committed. */
export interface Step {
  name: string
  /** Globs of what it is made from. */
  from: string[]
  /** The package without which it cannot be made. */
  tool: string
  /** Files that stand when it was made. */
  makes: string[]
  make(): Promise<void>
}

export const prismaClient: Step = {
  name: 'database client',
  from: ['api/database/schema.prisma', 'prisma.config.ts'],
  makes: ['api/database/generated/prisma/client.ts'],
  tool: 'prisma',
  make: () => must('prisma', ['generate']),
}

export const typedDocuments: Step = {
  name: 'typed documents',
  from: ['schema.graphql', 'codegen.ts', 'web/codegen/*.ts', '{web,api}/**/*.graphql'],
  makes: ['web/apollo/schema.generated.ts', 'api/rest/schema.generated.ts'],
  tool: '@graphql-codegen/cli',
  make: () => must('graphql-codegen', ['--config', 'codegen.ts']),
}

export const graphiqlPage: Step = {
  name: 'GraphiQL page',
  from: ['scripts/graphiql.ts', 'package.json'],
  makes: Object.values(graphiqlFiles).map((file) => path.relative(ROOT, file)),
  tool: '@graphql-yoga/render-graphiql',
  // The package takes 70 MB of memory, so it is not loaded into this process, which may become the server.
  make: () => must(process.execPath, ['scripts/entry.js', 'scripts/graphiql.ts']),
}

export const webClient: Step = {
  name: 'web client',
  from: [
    'web/**/*.*',
    'rules/**/*.ts',
    'schema.graphql',
    'codegen.ts',
    'vite.config.ts',
    'package.json',
  ],
  makes: [
    'web/dist/landing.html',
    'web/dist/app.html',
    'web/dist/sign-in.html',
    'web/dist/csp.json',
    'web/dist/operations.json',
  ],
  tool: '@vitejs/plugin-react',
  make: () => must('vite', ['build']),
}

/** In the order in which they build on each other. */
export const steps = [prismaClient, typedDocuments, graphiqlPage, webClient]

const MADE_OR_TESTED = /(^|\/)(dist|generated|test)\/|\.generated\.tsx?$|\.test\.tsx?$/
const LOCK_PATIENCE = 120_000
const STAMPS = path.join(ROOT, '.build', 'made-from.json')

/** Whether what a step makes stands and was made from the sources as they are now. */
export function isFresh(step: Step): boolean {
  return (
    step.makes.every((file) => existsSync(path.join(ROOT, file))) &&
    readStamps()[step.name] === stampOf(step)
  )
}

/**
 * Makes what is stale, and says so. Others that do the same at this moment are waited for.
 * @throws Error in a sentence when what makes it is not installed
 */
export async function makeStale(wanted: readonly Step[] = steps): Promise<void> {
  if (wanted.every(isFresh)) return
  const lock = tryLock(path.dirname(STAMPS), LOCK_PATIENCE)
  try {
    for (const step of wanted.filter((each) => !isFresh(each))) {
      if (!existsSync(path.join(ROOT, 'node_modules', step.tool))) {
        throw new Error(
          `The ${step.name} has to be built, and what builds it is not installed: run "npm install --include=dev && npm run build".`,
        )
      }
      console.log(`Building the ${step.name} …`)
      await make(step)
    }
  } finally {
    lock?.release()
  }
}

export async function make(step: Step): Promise<void> {
  const stamp = stampOf(step)
  await step.make()
  mkdirSync(path.dirname(STAMPS), { recursive: true })
  writeFileSync(STAMPS, `${JSON.stringify({ ...readStamps(), [step.name]: stamp }, null, 2)}\n`)
}

function stampOf(step: Step): string {
  const files = globSync(step.from, { cwd: ROOT }).filter((file) => !MADE_OR_TESTED.test(file))
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
