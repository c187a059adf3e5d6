import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin, type ResolvedConfig } from 'vite'

export const ENTRY = 'prerender.tsx'

/** The exports of prerender.tsx. */
export interface PrerenderModule {
  /** @returns null for a page that the client renders */
  prerender(file: string): Promise<{ html: string; styles: string } | null>
  /** The first queries of each page, by name. */
  sentOperations(): Promise<Record<string, string>>
}

/** Inserts the prerendered page, if there is one, into the source of an HTML file. */
export async function insertPage(
  file: string,
  source: string,
  { prerender }: Pick<PrerenderModule, 'prerender'>,
): Promise<string> {
  const page = await prerender(file)
  if (!page) return source
  return source
    .replace('</head>', () => `${page.styles}</head>`)
    .replace('<div id="root"></div>', () => `<div id="root">${page.html}</div>`)
}

/**
 * Writes pages and their styles into the HTML files, so that they work without scripts.
 * Also writes operations.json: the first queries of each page, which the server runs ahead.
 */
export function prerenderPages(): Plugin {
  let config: ResolvedConfig
  return {
    name: 'prerender-pages',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    configResolved(resolved) {
      config = resolved
    },
    writeBundle: {
      sequential: true,
      order: 'pre',
      async handler() {
        const dist = path.resolve(config.root, config.build.outDir)
        const { prerender, sentOperations, cleanUp } = await load(config.root)
        for (const file of (await readdir(dist)).filter((name) => name.endsWith('.html'))) {
          const page = path.join(dist, file)
          await writeFile(page, await insertPage(file, await readFile(page, 'utf8'), { prerender }))
        }
        await writeFile(
          path.join(dist, 'operations.json'),
          `${JSON.stringify(await sentOperations(), null, 2)}\n`,
        )
        await cleanUp()
      },
    },
  }
}

/** Builds the entry for Node in a temporary folder below node_modules, where its imports resolve. */
async function load(root: string): Promise<PrerenderModule & { cleanUp: () => Promise<void> }> {
  const outDir = await mkdtemp(path.join(root, '../node_modules/.prerender-'))
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    build: { ssr: ENTRY, outDir, emptyOutDir: false, assetsInlineLimit: 0, copyPublicDir: false },
  })
  const module: PrerenderModule = await import(
    pathToFileURL(path.join(outDir, 'prerender.js')).href
  )
  return { ...module, cleanUp: () => rm(outDir, { recursive: true }) }
}
