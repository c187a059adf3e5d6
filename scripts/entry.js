// The way in for every command: `node scripts/entry.js FILE [ARGUMENTS]`. It is plain JavaScript, because an older Node
// cannot read the sources, and has to be told apart before it tries.
import { readFileSync } from 'node:fs'
import nodeModule from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = new URL('..', import.meta.url)
const { dependencies } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))
const [major, minor] = process.versions.node.split('.').map(Number)
const [wantedMajor, wantedMinor] = dependencies.node.split('.').map(Number)

if (major !== wantedMajor || minor < wantedMinor) {
  console.error(
    `Good Vibes runs on Node ${dependencies.node}, which "npm install" brings along, and this is Node ${process.versions.node}: ` +
      'start it with npm. If npm did, it was not allowed to install that Node; "npm rebuild node" makes up for it.',
  )
  process.exitCode = 1
} else {
  // What was compiled once is read from there: a start takes half the time.
  nodeModule.enableCompileCache(fileURLToPath(new URL('node_modules/.cache/compiled', root)))
  process.argv.splice(1, 1)
  await import(pathToFileURL(process.argv[1]).href)
}
