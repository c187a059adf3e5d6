import { createRequire } from 'node:module'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

// graphql 16 has two builds side by side; Node takes one and Vite the other, and a schema of one is foreign to the other.
const alias = [
  { find: /^graphql$/, replacement: createRequire(import.meta.url).resolve('graphql') },
]

export default defineConfig({
  test: {
    // As many as there are cores: half of the time a worker waits for the database.
    maxWorkers: '100%',
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'api',
          environment: 'node',
          include: ['{rules,api,demo,scripts,bench,torture}/**/*.test.ts'],
          globalSetup: ['api/test/database-server.ts'],
          // Importing the server takes longer than most tests of it; a file keeps its state in its own database.
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
