import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin, type ResolvedConfig } from 'vite'

export const ENTRY = 'prerender.tsx'

/** What the entry exports: a page as HTML and the styles it needs, by the name of its file; null where the client renders it. */
export interface PrerenderModule {
  prerender(file: string): Promise<{ html: string; styles: string } | null>
  /** What the client sends first on its pages, by name. */
  sentOperations(): Promise<Record<string, string>>
}

/** The source of an HTML file with its page written in, where it is one that stands before any script runs. */
export async function withPage(
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
 * Writes pages into their HTML files, with the styles they need, so that they are lovely before and without any script, and
 * operations.json, from which the server knows what the client's pages ask for first.
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
        const { prerender, sentOperations, end } = await load(config.root)
        for (const file of (await readdir(dist)).filter((name) => name.endsWith('.html'))) {
          const page = path.join(dist, file)
          await writeFile(page, await withPage(file, await readFile(page, 'utf8'), { prerender }))
        }
        await writeFile(
          path.join(dist, 'operations.json'),
          `${JSON.stringify(await sentOperations(), null, 2)}\n`,
        )
        await end()
      },
    },
  }
}

/** The entry as Node runs it, built below the packages that it imports and where two builds at once don't meet. */
async function load(root: string): Promise<PrerenderModule & { end: () => Promise<void> }> {
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
  return { ...module, end: () => rm(outDir, { recursive: true }) }
}
