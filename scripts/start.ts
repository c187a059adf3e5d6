import { command } from './command.ts'
import { makeStale } from './steps.ts'

await command(makeStale)
await import('#api/main.ts')
