import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import react from '@vitejs/plugin-react'
import { configDefaults, defineConfig } from 'vitest/config'
import { LongFilesFirst } from './scripts/checks/sequencer.ts'
import { textMessages } from './web/build/messages.ts'

// graphql 16 has two builds, which reject each other's schemas. Node and Vite would each take one.
const alias = [
  { find: /^graphql$/, replacement: createRequire(import.meta.url).resolve('graphql') },
]

/** Tests hash hundreds of passwords. Those about hashing use the product's module. */
const cheapHashes = {
  find: '#api/features/auth/common/scrypt.ts',
  replacement: path.resolve(import.meta.dirname, 'api/test/cheap-scrypt.ts'),
}

/**
 * Limits that only a test which hangs reaches, also on a machine that is many times slower. A test
 * waits for events and counts work, so these cost nothing while it passes.
 */
const patience = {
  setupFiles: ['scripts/checks/stop-after-timeouts.ts'],
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 120_000, interval: 20 } },
}

const onServer = {
  resolve: { alias: [...alias, cheapHashes] },
  test: {
    environment: 'node' as const,
    globalSetup: ['api/test/database/database-server.ts'],
    // Importing the server is slow, and each file has its own database.
    isolate: false,
    ...patience,
  },
}

/** Rounds of faults, and the memory of a process: the part of `npm run test:all`. */
const rounds = [
  'torture/{garbage,overload,promotion,redis-unavailable,torture,webhooks}.test.ts',
  'torture/hostile/hostile.test.ts',
  'scripts/process/orphaned-database.test.ts',
]

export default defineConfig({
  test: {
    // Dropping databases and stopping their server takes as long as the machine needs.
    teardownTimeout: 120_000,
    // One more than cores, because workers wait for the database and for processes they start.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongFilesFirst },
    projects: [
      {
        ...onServer,
        test: {
          ...onServer.test,
          name: 'api',
          include: ['{rules,api,demo,scripts,bench,torture}/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...rounds],
        },
      },
      { ...onServer, test: { ...onServer.test, name: 'torture', include: rounds } },
      {
        plugins: [react(), textMessages()],
        resolve: { alias },
        test: {
          name: 'web',
          environment: 'jsdom',
          include: ['web/**/*.test.{ts,tsx}'],
          exclude: ['web/build/**'],
          // Importing React, Chakra and Apollo is slow.
          isolate: false,
          ...patience,
          setupFiles: [...patience.setupFiles, 'web/test/reset-modules.ts', 'web/test/setup.ts'],
        },
      },
      {
        test: {
          name: 'build',
          environment: 'node',
          include: ['web/build/**/*.test.ts'],
          ...patience,
        },
      },
    ],
  },
})
