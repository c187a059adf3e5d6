// Preloaded into the product, so that a measurement can ask for a garbage collection: SIGUSR2 collects everything twice.
import v8 from 'node:v8'
import vm from 'node:vm'

v8.setFlagsFromString('--expose-gc')
const collect = vm.runInNewContext('gc')
process.on('SIGUSR2', () => {
  collect()
  setImmediate(collect)
})
