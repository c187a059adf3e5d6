import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './run.ts'

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
const clients = globSync('docs/api/clients/*.{graphql,ts}', { cwd: ROOT }).map(read)

// `npm run types` compiles the clients, and api-clients.test.ts runs them.
test.each(globSync('docs/api/*.md', { cwd: ROOT }))(
  'the code of %s is that of the clients',
  (file) => {
    const blocks = [...read(file).matchAll(/^```(?:graphql|ts)\n(.*?)^```$/gms)].map(
      ([, code = '']) => code,
    )
    expect(blocks.length).toBeGreaterThan(1)
    expect(blocks.filter((code) => !clients.some((client) => client.includes(code)))).toEqual([])
  },
)
