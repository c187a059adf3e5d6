import path from 'node:path'
import type { Rolldown } from 'vite'

interface Graph {
  getModuleInfo(id: string): Pick<Rolldown.ModuleInfo, 'importedIds'> | null
}

const source = (file: string) => path.resolve(import.meta.dirname, '..', file)
const FEED = source('main.tsx')
const OTHER_PAGES = [source('landing/main.ts'), source('sign-in/main.ts')]
/** Chakra imports these for dialogs, menus, tabs, toasts and tooltips, which load lazily. */
const LAZY_VENDOR_MODULES =
  /@(ark-ui|zag-js|floating-ui|internationalized)\/|chakra-ui\/react\/dist\/esm\/(components\/(?!stack\/|flex\/)|styled-system\/create-slot)/
/** Only Emotion's unused `withTheme` needs these; as CommonJS they are not tree-shaken. */
const UNUSED = /\/node_modules\/(hoist-non-react-statics|react-is)\//

export const hasSideEffects = (id: string) => !UNUSED.test(id)

/** The transitive static imports of the entries. */
function staticImports(entries: string[], graph: Graph): Set<string> {
  const modules = new Set<string>()
  const add = (id: string) => {
    if (modules.has(id)) return
    modules.add(id)
    graph.getModuleInfo(id)?.importedIds.forEach(add)
  }
  entries.forEach(add)
  return modules
}

/**
 * Puts the feed's initial modules into one chunk: one request, and better compression than many.
 * The bundler decides about all other modules.
 */
export function feedChunk(): (id: string, graph: Graph) => string | null {
  let modules: Set<string> | undefined
  return (id, graph) => {
    modules ??= staticImports([FEED], graph).difference(staticImports(OTHER_PAGES, graph))
    return modules.has(id) && !LAZY_VENDOR_MODULES.test(id) ? 'feed' : null
  }
}
