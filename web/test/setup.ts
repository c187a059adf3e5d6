import './jsdom.ts'
// The script in each page's head.
import '../build/color-mode.js'
import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll } from 'vitest'

// Dispatch events outside of a synchronous act, as in a browser, so that suspended updates commit.
configure({
  // Lazily loaded pages take long on a busy machine.
  asyncUtilTimeout: 10_000,
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

/** The mocked network; a request without a handler fails the test. */
export const network = setupServer(http.get('*/readyz', () => HttpResponse.json({})))
beforeAll(() => network.listen({ onUnhandledFrame: 'error' }))
afterEach(() => {
  cleanup()
  network.resetHandlers()
  localStorage.clear()
})
afterAll(() => network.close())
