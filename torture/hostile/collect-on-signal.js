// Preloaded into the product: SIGUSR2 runs two full garbage collections.
import v8 from 'node:v8'
import vm from 'node:vm'

v8.setFlagsFromString('--expose-gc')
const collect = vm.runInNewContext('gc')
process.on('SIGUSR2', () => {
  collect()
  setImmediate(collect)
})
