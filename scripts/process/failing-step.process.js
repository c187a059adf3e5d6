// A test preloads this into the server: the function that FAILING_STEP names (`file#function`)
// throws when it is called.
import { registerHooks } from 'node:module'

const [file = '', name = ''] = (process.env.FAILING_STEP ?? '').split('#')

registerHooks({
  load(url, context, nextLoad) {
    if (!url.endsWith(`/${file}`)) return nextLoad(url, context)
    return {
      format: 'module',
      shortCircuit: true,
      source: `export * from '${url}?original'
        export function ${name}() { throw new Error('An injected failure.') }`,
    }
  },
})
