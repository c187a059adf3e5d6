import { defineConfig } from '@playwright/test'
import { chromiumArguments, findChromium } from './e2e/chromium.ts'

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/global-setup.ts',
  outputDir: '.test/journeys',
  fullyParallel: true,
  // One more than a machine with two cores has, because journeys wait for the server.
  workers: 3,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: {
    locale: 'en-US',
    colorScheme: 'light',
    viewport: { width: 1280, height: 900 },
    // Traces would cost a third of the time; `playwright test --trace on` records them.
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: await findChromium(), args: chromiumArguments },
  },
})
