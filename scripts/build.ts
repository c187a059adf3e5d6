import { command } from './command.ts'
import { makeStale } from './steps.ts'

await command(async () => {
  await makeStale()
  console.log('Everything is built.')
})
