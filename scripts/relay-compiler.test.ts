import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parse, print } from 'graphql'
import { expect, test } from 'vitest'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { ROOT, run } from './run.ts'

const documents = readFileSync(path.join(ROOT, 'docs/api/clients/vibes.graphql'), 'utf8')

/** Runs Relay's compiler on documents, from the modules that their names begin with. */
async function compile(text: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'good-vibes-relay-'))
  registerCleanup(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(path.join(folder, 'src'))
  copyFileSync(path.join(ROOT, 'schema.graphql'), path.join(folder, 'schema.graphql'))
  const tags = parse(text).definitions.map((each) => `graphql\`${print(each)}\``)
  writeFileSync(
    path.join(folder, 'src/Vibes.ts'),
    ["import { graphql } from 'relay-runtime'", ...tags].join('\n'),
  )
  const config = { src: 'src', schema: 'schema.graphql', language: 'typescript' }
  writeFileSync(path.join(folder, 'relay.config.json'), JSON.stringify(config))
  return run('relay-compiler', ['relay.config.json'], { cwd: folder })
}

test('the compiler of Relay accepts the documents of the quick start', async () => {
  const { code, output } = await compile(documents)
  expect([code, output]).toEqual([0, expect.stringContaining('11 normalization')])
})

test('it refuses a field that the schema lacks', async () => {
  const { code, output } = await compile(documents.replace('likesCount', 'hatesCount'))
  expect([code, output]).toEqual([expect.any(Number), expect.stringContaining('hatesCount')])
  expect(code).not.toBe(0)
})
