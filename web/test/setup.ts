import './jsdom.ts'
// The script in each page's head.
import '../build/color-mode.js'
import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { api, onSubscription } from './api.ts'

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

/** The mocked network; a request without a handler fails the test. */
export const network = setupServer(
  // Refused streams are not opened again.
  onSubscription(() => new HttpResponse(null, { status: 403 })),
  http.get('*/readyz', () => HttpResponse.json({})),
  // The menu of a post asks whether the viewer moderates.
  api.query('ViewerRole', () =>
    HttpResponse.json({ data: { viewer: { __typename: 'User', id: 'user_ada', role: 'MEMBER' } } }),
  ),
  // A composer in use asks whether these are the viewer's first posts.
  api.query('FirstRule', () => HttpResponse.json({ data: { viewer: null, rules: [] } })),
)
beforeAll(() => network.listen({ onUnhandledFrame: 'error' }))
afterEach(() => {
  cleanup()
  network.resetHandlers()
  localStorage.clear()
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API.
  document.cookie = 'feed=; path=/; max-age=0'
})
afterAll(() => network.close())
