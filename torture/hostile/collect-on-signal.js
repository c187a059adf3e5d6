// Preloaded into the product: SIGUSR2 runs two full garbage collections, then writes the bytes that
// are in use, on and outside the heap, to the file of this process.
import { renameSync, writeFileSync } from 'node:fs'
import v8 from 'node:v8'
import vm from 'node:vm'

v8.setFlagsFromString('--expose-gc')
const collect = vm.runInNewContext('gc')
const file = `${process.env.MEMORY_FILE}-${process.pid}`

process.on('SIGUSR2', () => {
  collect()
  // A second collection frees what finalizers released after the first.
  setImmediate(() => {
    collect()
    const { heapUsed, external } = process.memoryUsage()
    writeFileSync(`${file}.new`, String(heapUsed + external))
    renameSync(`${file}.new`, file)
  })
})
