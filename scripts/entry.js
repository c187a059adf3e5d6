// Every command runs through `node scripts/entry.js FILE [ARGUMENTS]`. It is plain JavaScript,
// because older versions of Node have to parse it before they can be rejected.
import { readFileSync } from 'node:fs'
import nodeModule from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = new URL('..', import.meta.url)
const { dependencies } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))
const [major, minor] = process.versions.node.split('.').map(Number)
const [requiredMajor, requiredMinor] = dependencies.node.split('.').map(Number)

if (major !== requiredMajor || minor < requiredMinor) {
  console.error(
    `Good Vibes runs on Node ${dependencies.node}, which "npm install" installs; ` +
      `this is Node ${process.versions.node}. Start it with npm. ` +
      'If you did, npm could not install that version: run "npm rebuild node".',
  )
  process.exitCode = 1
} else {
  // The compile cache halves the time of a start.
  nodeModule.enableCompileCache(fileURLToPath(new URL('node_modules/.cache/compiled', root)))
  process.argv.splice(1, 1)
  await import(pathToFileURL(process.argv[1]).href)
}
