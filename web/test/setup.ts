import './jsdom.ts'
// The script in each page's head.
import '../build/color-mode.js'
import '@testing-library/jest-dom/vitest'
import { cleanup, configure, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { connectionLost } from '../lib/connection.ts'
import { startFocusFallback } from '../lib/focus-fallback.ts'
import { network } from './network.ts'
import { removePageSettings } from './page-settings.ts'

// Dispatch events outside of a synchronous act, as in a browser, so that suspended updates commit.
configure({
  asyncUtilTimeout: 120_000,
  eventWrapper: (callback) => {
    const scope = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean | undefined }
    const previous = scope.IS_REACT_ACT_ENVIRONMENT
    scope.IS_REACT_ACT_ENVIRONMENT = false
    try {
      return callback()
    } finally {
      scope.IS_REACT_ACT_ENVIRONMENT = previous
    }
  },
})

// The page does so when it starts. The end of a test drops a fallback that still waits.
beforeEach(startFocusFallback)
let hasEnded = false
beforeAll(() => {
  network.listen({ onUnhandledFrame: 'error' })
  const mockedFetch = globalThis.fetch
  // A response that arrives after the last test would find no window.
  globalThis.fetch = (...request) =>
    new Promise((resolve, reject) => {
      mockedFetch(...request).then(
        (response) => hasEnded || resolve(response),
        (error: Error) => hasEnded || reject(error),
      )
    })
})
afterEach(async () => {
  cleanup()
  network.resetHandlers()
  // A connection that comes back would load again what fails in the next test.
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(connectionLost.get()).toBe(false))
  localStorage.clear()
  removePageSettings()
  for (const [name] of document.cookie.split('; ').map((cookie) => cookie.split('='))) {
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API.
    document.cookie = `${name}=; path=/; max-age=0`
  }
})
afterAll(async () => {
  hasEnded = true
  // The next file has the same globals.
  vi.unstubAllGlobals()
  network.close()
  // What has arrived is read in this turn.
  await new Promise((resolve) => setTimeout(resolve))
})
