import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { BucketSettings } from '#api/settings/settings.ts'
import { freePort } from '#api/test/servers/free-port.ts'
import { startReady } from './ready-process.ts'

export interface BucketServer {
  settings: BucketSettings
  /** Copies a file on disk, because a thousand uploads would be slow. */
  copy(file: string, names: readonly string[]): void
  /** Empties the bucket. */
  clear(): void
  stop(): Promise<void>
}

/** It encrypts continuation tokens with a legacy cipher. */
const LEGACY_CIPHERS = '--openssl-legacy-provider'

/** Starts an S3-compatible store with an empty bucket in a child process. */
export async function startBucketServer(): Promise<BucketServer> {
  const port = await freePort()
  const directory = mkdtempSync(path.join(tmpdir(), 'good-vibes-bucket-'))
  const folder = path.join(directory, 'vibes', 'media')
  const stop = await startReady('bucket-server.process.ts', {
    env: { PORT: String(port), DIRECTORY: directory, BUCKET: 'vibes' },
    args: [LEGACY_CIPHERS],
  })
  return {
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: 'vibes',
      region: 'us-east-1',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'what only the owner may read',
    },
    copy(file, names) {
      const parts = readdirSync(folder).filter((part) => part.startsWith(`${file}.`))
      for (const name of names)
        for (const part of parts)
          copyFileSync(path.join(folder, part), path.join(folder, part.replace(file, name)))
    },
    clear: () => rmSync(folder, { recursive: true, force: true }),
    async stop() {
      await stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
