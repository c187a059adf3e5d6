import { copyFileSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { emptyDatabase } from '#api/test/database/database.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { emptyDataDir } from '../../e2e/server.ts'
import { ROOT } from '../run.ts'
import { runCliHere } from './in-process-cli.ts'

const page = readFileSync(path.join(ROOT, 'docs/operating.md'), 'utf8')
const section = /^## With Docker Compose\n(.*?)^## /ms.exec(page)?.[1] ?? ''
const commands = [...section.matchAll(/^```sh\n(.*?)^```$/gms)]
  .flatMap(([, block = '']) => block.trim().split(/\n| && /))
  .flatMap((line) => /^docker compose (.+)/.exec(line)?.[1] ?? [])

/** What the commands do to the volumes, without Docker. */
async function machine() {
  const folder = newFolder()
  let volumes = await newVolumes()
  const cli = async (command: string, mounts: [string, string][] = []) => {
    const args = command.split(' ').map((arg) => {
      const mount = mounts.find(([target]) => arg.startsWith(target))
      return mount ? arg.replace(...mount) : arg
    })
    const { code, stdout, stderr } = await runCliHere(args, volumes)
    expect({ command, code, stderr }).toEqual({ command, code: 0, stderr: '' })
    return stdout
  }
  const inData = (): [string, string] => ['/data', volumes.DATA_DIR]
  const steps: [RegExp, (...groups: string[]) => unknown][] = [
    [/^up\b/, () => cli('migrate')],
    [/^stop app$/, () => {}],
    [/^exec app npm run cli -- (.+)/, (command) => cli(command ?? '', [inData()])],
    [
      /^cp app:\/data\/(\S+) \.$/,
      (name = '') => copyFileSync(path.join(volumes.DATA_DIR, name), path.join(folder, name)),
    ],
    [
      /^down --volumes$/,
      async () => {
        volumes = await newVolumes()
      },
    ],
    [
      /^run (?:.*--volume "\$PWD\/(\S+):(\S+):ro" )?.*app npm run cli -- (.+)/,
      (source, target, command = '') =>
        cli(command, [
          inData(),
          ...(source && target ? [[target, path.join(folder, source)] as [string, string]] : []),
        ]),
    ],
    [/^run .*\bcat /, () => {}],
  ]
  return {
    cli,
    async run(command: string) {
      for (const [pattern, work] of steps) {
        const match = pattern.exec(command)
        if (match) return work(...match.slice(1))
      }
      throw new Error(`The test does not know the command "${command}".`)
    },
  }
}

function newFolder(): string {
  const folder = emptyDataDir()
  registerCleanup(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function newVolumes() {
  return {
    DATA_DIR: newFolder(),
    DATABASE_URL: await emptyDatabase(),
    AUTH_SECRET: 'x'.repeat(44),
    NODE_ENV: 'production',
  }
}

test('the documented commands for Docker back up and restore a site', async () => {
  expect(commands.join('\n')).toMatch(/^up.*\bbackup \/.*\brestore \//s)
  const { run, cli } = await machine()
  for (const command of commands) {
    await run(command)
    if (command === commands[0]) await cli('user create ada --email ada@example.com')
  }
  expect(await cli('user list')).toContain('ada@example.com')
})
