import { command } from './command.ts'
import { buildStale } from './steps.ts'

await command(async () => {
  await buildStale()
  console.log('Everything is built.')
})
