import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin, type ResolvedConfig } from 'vite'
import { textMessages } from './messages.ts'
import { type PageFolder, pagePreloadScript } from './page-preloads.ts'

export const ENTRY = 'prerender.tsx'
const CLIENT = 'app.html'
const LANDING = 'landing.html'
const HEAD_END = '</head>'
const ROOT = '<div id="root"></div>'

/** The exports of prerender.tsx. */
export interface PrerenderModule {
  /** @returns null for a page that the client renders */
  prerender(file: string): Promise<{ html: string; styles: string } | null>
  failedStart(): Promise<string>
  pageOperations(): Promise<Record<string, string>>
  description: string
  noScript: string
  pageFolders: PageFolder[]
}

/**
 * Inserts the prerendered page, or what the client's page shows without its scripts, into an HTML
 * file.
 */
export async function insertPage(
  file: string,
  source: string,
  { prerender, failedStart, description, noScript }: PrerenderModule,
): Promise<string> {
  const described = source.replace(
    HEAD_END,
    () => `<meta name="description" content="${description}">${HEAD_END}`,
  )
  const template = [CLIENT, LANDING].includes(file)
    ? `<template id="failed-start">${await failedStart()}</template>`
    : ''
  const page = await prerender(file)
  const sentence =
    file === CLIENT ? `<noscript><main class="failed-start">${noScript}</main></noscript>` : ''
  if (!page) return described.replace(ROOT, () => `${ROOT}${template}${sentence}`)
  return described
    .replace(HEAD_END, () => `${page.styles}${HEAD_END}`)
    .replace(ROOT, () => `<div id="root">${page.html}</div>${template}`)
}

/**
 * Writes pages and their styles into the HTML files, so that they work without scripts. Also writes
 * what follows from the table of pages: the preloads in the client's head, and
 * page-operations.json.
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
      async handler(_options, bundle) {
        const dist = path.resolve(config.root, config.build.outDir)
        const { module, cleanUp } = await load(config)
        for (const file of (await readdir(dist)).filter((name) => name.endsWith('.html'))) {
          const page = path.join(dist, file)
          let html = await insertPage(file, await readFile(page, 'utf8'), module)
          if (file === CLIENT) {
            const preloads = pagePreloadScript(module.pageFolders, bundle, html)
            html = html.replace(HEAD_END, () => `${preloads}${HEAD_END}`)
          }
          await writeFile(page, html)
        }
        const operations = JSON.stringify(await module.pageOperations(), null, 2)
        await writeFile(path.join(dist, 'page-operations.json'), `${operations}\n`)
        await cleanUp()
      },
    },
  }
}

/**
 * Builds the entry for Node in a temporary folder below node_modules, where its imports resolve.
 */
async function load({
  root,
  mode,
}: ResolvedConfig): Promise<{ module: PrerenderModule; cleanUp: () => Promise<void> }> {
  const outDir = await mkdtemp(path.join(root, '../node_modules/.prerender-'))
  await build({
    configFile: false,
    root,
    mode,
    logLevel: 'warn',
    plugins: [textMessages()],
    build: { ssr: ENTRY, outDir, emptyOutDir: false, assetsInlineLimit: 0, copyPublicDir: false },
  })
  const module: PrerenderModule = await import(
    pathToFileURL(path.join(outDir, 'prerender.js')).href
  )
  return { module, cleanUp: () => rm(outDir, { recursive: true }) }
}
