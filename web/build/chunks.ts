import path from 'node:path'
import type { Rolldown } from 'vite'

interface Graph {
  getModuleInfo(id: string): Pick<Rolldown.ModuleInfo, 'importedIds'> | null
}

const source = (file: string) => path.resolve(import.meta.dirname, '..', file)
const FEED = source('main.tsx')
const OTHER_PAGES = [source('landing/main.ts'), source('sign-in/main.ts')]
/** What Chakra's index imports and only dialogs, menus, tabs, toasts and tooltips use. */
const LATER =
  /@(ark-ui|zag-js|floating-ui|internationalized)\/|chakra-ui\/react\/dist\/esm\/(components\/(?!stack\/|flex\/)|styled-system\/create-slot)/
/** Emotion's `withTheme` alone needs these, and nobody uses it; as CommonJS they would stay all the same. */
const UNUSED = /\/node_modules\/(hoist-non-react-statics|react-is)\//

export const hasSideEffects = (id: string) => !UNUSED.test(id)

/** All that is needed before a module can run. */
function staticImports(entries: string[], graph: Graph): Set<string> {
  const found = new Set<string>()
  const add = (id: string) => {
    if (found.has(id)) return
    found.add(id)
    graph.getModuleInfo(id)?.importedIds.forEach(add)
  }
  entries.forEach(add)
  return found
}

/**
 * Names the chunk of the modules that the feed begins with: one file, which is smaller than many and needs one request.
 * What the other pages begin with, and what is loaded later, is left to the bundler.
 */
export function firstScreen(): (id: string, graph: Graph) => string | null {
  let modules: Set<string> | undefined
  return (id, graph) => {
    modules ??= staticImports([FEED], graph).difference(staticImports(OTHER_PAGES, graph))
    return modules.has(id) && !LATER.test(id) ? 'feed' : null
  }
}
