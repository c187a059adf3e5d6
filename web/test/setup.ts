import './jsdom.ts'
// The script that stands in each page's head.
import '../build/color-mode.js'
import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll } from 'vitest'

// Events run as in a browser, not in a synchronous act, so that what suspends or answers later can commit.
configure({
  // A page's code is loaded when it is first shown, which takes its time on a busy machine.
  asyncUtilTimeout: 10_000,
  eventWrapper: (callback) => {
    const scope = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean | undefined }
    const before = scope.IS_REACT_ACT_ENVIRONMENT
    scope.IS_REACT_ACT_ENVIRONMENT = false
    try {
      return callback()
    } finally {
      scope.IS_REACT_ACT_ENVIRONMENT = before
    }
  },
})

/** The network of a test; what is not answered by a handler fails the test. */
export const network = setupServer(http.get('*/readyz', () => HttpResponse.json({})))
beforeAll(() => network.listen({ onUnhandledFrame: 'error' }))
afterEach(() => {
  cleanup()
  network.resetHandlers()
  localStorage.clear()
})
afterAll(() => network.close())
