import { defineConfig } from '@playwright/test'
import { chromiumArguments, findChromium } from './e2e/chromium.ts'

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/global-setup.ts',
  outputDir: '.test/journeys',
  // The same pictures on every machine.
  snapshotPathTemplate: 'e2e/looks/{arg}{ext}',
  fullyParallel: true,
  // One more than a machine with two cores has, because journeys wait for the server.
  workers: 3,
  // Only a journey that hangs reaches these limits, also on a machine that is many times slower.
  timeout: 180_000,
  expect: {
    timeout: 60_000,
    // Browsers differ at the edges of letters: few pixels, but a changed colour or place is many.
    toHaveScreenshot: { threshold: 0.03, maxDiffPixelRatio: 0.004, scale: 'css' },
  },
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
