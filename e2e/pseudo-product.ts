import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { ROOT, runOrThrow } from '../scripts/run.ts'
import { PSEUDO_MODE } from '../web/build/pseudo-text.ts'
import { type Product, startProduct } from './server.ts'

export const settings = { RATE_LIMIT: 'off' }
const TREE = path.join(ROOT, '.test', 'pseudo')

/** Starts a copy of the product whose client is built with pseudo-text. */
export async function startPseudoProduct(): Promise<Product> {
  const client = path.join(TREE, 'web/dist')
  rmSync(TREE, { recursive: true, force: true })
  mkdirSync(TREE, { recursive: true })
  for (const part of ['package.json', 'scripts/entry.js', 'rules', 'api', 'demo', 'docs'])
    cpSync(path.join(ROOT, part), path.join(TREE, part), { recursive: true })
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(TREE, 'node_modules'))
  await runOrThrow('vite', ['build', '--mode', PSEUDO_MODE, '--outDir', client])
  if (!existsSync(path.join(client, 'app.html'))) throw new Error('Vite built no client.')
  return startProduct(settings, {
    command: [process.execPath, 'scripts/entry.js', 'api/main.ts'],
    cwd: TREE,
  })
}
