import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'

const ROOT = path.resolve(import.meta.dirname, '../..')

/** The scripts of a build of the client, by what loads them. */
export interface ClientBuild {
  chunks: ReadonlyMap<string, Rolldown.OutputChunk>
  /** The scripts that a page loads without interaction. */
  scriptsOf: (page: string) => Set<string>
  /** A lazily loaded script and its imports. */
  scriptsOfPart: (name: string) => Set<string>
  gzippedBytes: (scripts: ReadonlySet<string>) => number
}

/** Builds the client for production into a folder. */
export async function buildClient(dist: string): Promise<ClientBuild> {
  const result = await build({
    configFile: path.join(ROOT, 'vite.config.ts'),
    root: path.join(ROOT, 'web'),
    mode: 'production',
    logLevel: 'error',
    build: { outDir: dist, emptyOutDir: true },
  })
  const { output } = result as Rolldown.RolldownOutput
  const chunks = new Map(
    output.filter((file) => file.type === 'chunk').map((chunk) => [chunk.fileName, chunk]),
  )

  function withImports(files: string[]): Set<string> {
    const loaded = new Set<string>()
    const load = (file: string) => {
      if (loaded.has(file)) return
      loaded.add(file)
      for (const imported of chunks.get(file)?.imports ?? []) load(imported)
    }
    files.forEach(load)
    return loaded
  }

  return {
    chunks,
    scriptsOf: (page) =>
      withImports(
        [
          ...readFileSync(path.join(dist, page), 'utf8').matchAll(
            /(?:src|rel="modulepreload" crossorigin href)="\/([^"]+\.js)"/g,
          ),
        ].map(([, file = '']) => file),
      ),
    scriptsOfPart(name) {
      const parts = [...chunks.values()].filter((chunk) => chunk.name === name)
      if (parts.length !== 1) throw new Error(`${parts.length} scripts are named ${name}.`)
      return withImports(parts.map(({ fileName }) => fileName))
    },
    gzippedBytes: (scripts) =>
      [...scripts].reduce(
        (sum, file) => sum + gzipSync(readFileSync(path.join(dist, file)), { level: 9 }).length,
        0,
      ),
  }
}
