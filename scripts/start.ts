import { command } from './command.ts'
import { buildStale } from './steps.ts'

await command(buildStale)
await import('#api/main.ts')
