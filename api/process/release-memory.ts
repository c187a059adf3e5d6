import v8 from 'node:v8'
import vm from 'node:vm'

/**
 * Gives back what a start has used and nobody needs anymore, about a third of the process. By itself V8 does that only once a
 * process has been idle for a while, and one that answers requests from the start on may never be. Takes about 0.1 s.
 */
export function releaseSpareMemory(): void {
  v8.setFlagsFromString('--expose-gc')
  const collect = vm.runInNewContext('gc') as (options: {
    type: 'major'
    execution: 'sync'
    flavor: 'last-resort'
  }) => void
  v8.setFlagsFromString('--no-expose-gc')
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
