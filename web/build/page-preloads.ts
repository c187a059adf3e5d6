import type { Rolldown } from 'vite'
import { withImports } from './head.ts'

/** The code of a path, by its `preloadKey`. */
export interface PageFolder {
  key: string
  folder: string
}

/** A path without ids as it is, else its first and third segment: the second one is an id. */
export const preloadKey = (path: string) =>
  path.includes(':')
    ? path
        .split('/')
        .filter((_, index) => index % 2)
        .join()
    : path.slice(1)
/** The page's script tries a path as it is first. */
const FIND_SCRIPTS =
  "(s=>s[location.pathname.slice(1)]??s[location.pathname.split('/').filter((_,i)=>i%2).join()]??[])"

/**
 * An inline script that preloads the code of the requested page as soon as the head is read.
 * @param html loads the scripts of all pages
 */
export function pagePreloadScript(
  folders: readonly PageFolder[],
  bundle: Rolldown.OutputBundle,
  html: string,
): string {
  const scripts = folders.map(({ key, folder }) => [
    key,
    scriptsIn(`/web/pages/${folder}/`, bundle)
      .map((script) => `/${script}`)
      .filter((script) => !html.includes(script)),
  ])
  const byKey = JSON.stringify(Object.fromEntries(scripts.filter(([, files]) => files?.length)))
  return `<script>for(const href of ${FIND_SCRIPTS}(${byKey}))document.head.append(Object.assign(document.createElement('link'),{rel:'modulepreload',href}))</script>`
}

/** The chunks of a folder's lazily loaded page and their transitive imports. */
function scriptsIn(folder: string, bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const page = chunks.find(
    ({ isDynamicEntry, facadeModuleId }) =>
      isDynamicEntry && facadeModuleId?.includes(folder) && facadeModuleId.endsWith('Page.tsx'),
  )
  return page ? withImports(page.fileName, bundle) : []
}
