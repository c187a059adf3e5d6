import { run } from './run.ts'

const { code } = await run('tsc', ['-b', '--noEmit', '--pretty'], { show: true })
process.exit(code)
