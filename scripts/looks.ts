import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { command } from './command.ts'
import { ROOT, runOrThrow } from './run.ts'
import { buildStale } from './steps.ts'

// Records the pictures of e2e/looks.spec.ts that have changed, and makes them small.

const FOLDER = path.join(ROOT, 'e2e', 'looks')

await command(async () => {
  await buildStale()
  const startedAt = Date.now()
  const args = ['test', 'e2e/looks.spec.ts', '--update-snapshots=changed']
  await runOrThrow('playwright', args, { env: { TEST_ALL: 'on' } })
  const recorded = globSync('*.png', { cwd: FOLDER })
    .map((file) => path.join(FOLDER, file))
    .filter((file) => statSync(file).mtimeMs >= startedAt)
  for (const file of recorded)
    writeFileSync(
      file,
      await sharp(readFileSync(file)).png({ palette: true, effort: 10, dither: 0 }).toBuffer(),
    )
  console.log(`${recorded.length} pictures recorded.`)
})
