import path from 'node:path'
import type { Rolldown } from 'vite'

const source = (file: string) => path.resolve(import.meta.dirname, '..', file)
const FEED = source('main.tsx')
const OTHER_PAGES = [source('landing/main.ts'), source('sign-in/main.tsx')]

/** The transitive static imports of the entries. */
function staticImports(entries: string[], graph: Rolldown.ChunkingContext): Set<string> {
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
export function feedChunk(): Rolldown.CodeSplittingGroup {
  let modules: Set<string> | undefined
  return {
    debugName: 'feed',
    name(id, graph) {
      modules ??= staticImports([FEED], graph).difference(staticImports(OTHER_PAGES, graph))
      return modules.has(id) ? 'feed' : null
    },
    // Leaves out what is imported by an index file alone and used by lazily loaded parts.
    tags: ['$initial'],
    includeDependenciesRecursively: false,
  }
}

/** The chunks that the client has loaded before any lazily loaded part. */
const INITIAL = /\/(rolldown-runtime|demo-storage|preload-helper|factory|UiProvider|i18n|limits)-/

/**
 * What people rarely open, or don’t wait for: its imports load after it, unless the HTML preloads
 * them.
 */
const RARE = new RegExp(
  `/(${[
    'AttachmentPanel|EmptyFollowing|FirstRule|Live|NewPostsButton|PersonMenu|SidePanelContent|UnreadBadge|Video',
    '(Block|DeletePost|EditProfile|LikedBy|Report|Share|SharedBy|Thanks)Dialog',
    '(?!Explore|Post|Profile)[A-Z][A-Za-z]*Page',
  ].join('|')})-`,
)

/**
 * What to preload with a lazily loaded part. The feed's script has a list of these for each part.
 */
export const preloadsOf = (part: string, chunks: string[]): string[] =>
  RARE.test(part) ? [] : chunks.filter((chunk) => !INITIAL.test(chunk))
