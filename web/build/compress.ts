import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin, ResolvedConfig } from 'vite'

const COMPRESSIBLE = /\.(js|css|svg|webmanifest)$/

/** Writes a .br and a .gz file beside each asset. Not for pages, which the server changes. */
export function compress(): Plugin {
  let config: ResolvedConfig
  return {
    name: 'compress',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    configResolved(resolved) {
      config = resolved
    },
    writeBundle: {
      sequential: true,
      async handler() {
        const dist = path.resolve(config.root, config.build.outDir)
        const files = (await readdir(dist, { recursive: true })).filter((file) =>
          COMPRESSIBLE.test(file),
        )
        await Promise.all(files.map((file) => compressFile(path.join(dist, file))))
      },
    },
  }
}

async function compressFile(file: string) {
  const content = await readFile(file)
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content, { params }))
  await writeFile(
    `${file}.gz`,
    await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
  )
}
