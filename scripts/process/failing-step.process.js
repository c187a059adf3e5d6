// A test preloads this into the server: the function that FAILING_STEP names (`file#function`)
// throws or rejects when it is called. After `file#function.method`, a method of its result does,
// and after `file#Class.method`, that method of each object.
import { registerHooks } from 'node:module'

const [file = '', step = ''] = (process.env.FAILING_STEP ?? '').split('#')
const [name, method] = step.split('.')
const failingMethod = `(result) => ({ ...result, ${method}: fail })`
const outcome = method
  ? `isAsync ? original.${name}(...args).then(${failingMethod}) : (${failingMethod})(original.${name}(...args))`
  : `isAsync ? Promise.reject(failure()) : fail()`

const failingClass = `export const ${name} = class extends original.${name} {
  async ${method}() { fail() }
}`
const failingFunction = `export function ${name}(...args) { return ${outcome} }`

registerHooks({
  load(url, context, nextLoad) {
    if (!url.endsWith(`/${file}`)) return nextLoad(url, context)
    return {
      format: 'module',
      shortCircuit: true,
      source: `import * as original from '${url}?original'
        export * from '${url}?original'
        const isAsync = original.${name}.constructor.name === 'AsyncFunction'
        const failure = () => new Error('An injected failure.')
        function fail() { throw failure() }
        ${/^[A-Z]/.test(name) ? failingClass : failingFunction}`,
    }
  },
})
