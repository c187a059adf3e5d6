import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin, type ResolvedConfig } from 'vite'

interface Prerendered {
  html: string
  styles: string
}

/** Writes the landing page into landing.html, with the styles it needs, so that it is lovely before and without any script. */
export function prerenderLanding(): Plugin {
  let config: ResolvedConfig
  return {
    name: 'prerender-landing',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    configResolved(resolved) {
      config = resolved
    },
    writeBundle: {
      sequential: true,
      order: 'pre',
      async handler() {
        const dist = path.resolve(config.root, config.build.outDir)
        const { html, styles } = await prerender(config.root, path.join(dist, '.prerender'))
        const page = path.join(dist, 'landing.html')
        const source = await readFile(page, 'utf8')
        await writeFile(
          page,
          source.replace('</head>', () => `${styles}</head>`).replace('<div id="root"></div>', () => `<div id="root">${html}</div>`),
        )
      },
    },
  }
}

async function prerender(root: string, outDir: string): Promise<Prerendered> {
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    build: { ssr: 'landing/prerender.tsx', outDir, emptyOutDir: true, assetsInlineLimit: 0, copyPublicDir: false },
  })
  try {
    const module: { prerender: () => Promise<Prerendered> } = await import(pathToFileURL(path.join(outDir, 'prerender.js')).href)
    return await module.prerender()
  } finally {
    await rm(outDir, { recursive: true })
  }
}
