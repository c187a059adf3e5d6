import { createRequire } from 'node:module'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

// graphql 16 has two builds, which reject each other's schemas. Node and Vite would each take one.
const alias = [
  { find: /^graphql$/, replacement: createRequire(import.meta.url).resolve('graphql') },
]

export default defineConfig({
  test: {
    // One worker per core, because workers wait for the database half of the time.
    maxWorkers: '100%',
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'api',
          environment: 'node',
          include: ['{rules,api,demo,scripts,bench,torture}/**/*.test.ts'],
          globalSetup: ['api/test/database-server.ts'],
          // Importing the server is slow, and each file has its own database.
          isolate: false,
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [react()],
        resolve: { alias },
        test: {
          name: 'web',
          environment: 'jsdom',
          include: ['web/**/*.test.{ts,tsx}'],
          exclude: ['web/build/**'],
          setupFiles: ['web/test/setup.ts'],
          testTimeout: 20_000,
        },
      },
      { test: { name: 'build', environment: 'node', include: ['web/build/**/*.test.ts'] } },
    ],
  },
})
