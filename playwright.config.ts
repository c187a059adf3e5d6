import { defineConfig } from '@playwright/test'
import { chromiumArguments, findChromium } from './e2e/chromium.ts'

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/global-setup.ts',
  outputDir: '.test/journeys',
  fullyParallel: true,
  // One more than the cores that it is made for: a journey waits for the server now and then.
  workers: 3,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: {
    locale: 'en-US',
    colorScheme: 'light',
    viewport: { width: 1280, height: 900 },
    // Recording every journey for the few that fail costs a third of their time; `playwright test --trace on` records one.
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: await findChromium(), args: chromiumArguments },
  },
})
