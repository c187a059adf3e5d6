import { cleanup, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, vi } from 'vitest'
import type * as z from 'zod/mini'
import type * as accountApi from '#rules/account-api.ts'
import { PROVIDER_NAME, withProvider } from '#rules/oidc.ts'
import type { SignUpMode } from '#rules/sign-ups.ts'
import { stateIn } from '../sign-in/page-context.ts'
import { SignInPage } from '../sign-in/SignInPage.tsx'
import { UiProvider } from '../ui/UiProvider.tsx'
import { setPageSettings } from './page-settings.ts'

const page = (settings: ReturnType<typeof stateIn>) => (
  <UiProvider>
    <SignInPage {...settings} onSignedIn={onSignedIn} />
  </UiProvider>
)
export const onSignedIn = vi.fn(async () => {})
export const builtPage = renderToString(
  page({ provider: PROVIDER_NAME, problem: '', identifier: '' }),
)
const hydrationErrors: unknown[] = []

afterEach(() => {
  onSignedIn.mockClear()
  expect(hydrationErrors.splice(0)).toEqual([])
})

/** The response to signing in. */
export const signedIn: z.output<typeof accountApi.signIn.response> = {
  user: { id: 'user_ada', username: 'ada', displayName: 'Ada', email: 'ada@example.org' },
}

/** Headers of an error response. */
export const problemType = { 'content-type': 'application/problem+json' }

interface OpenOptions {
  mail?: boolean
  signUps?: SignUpMode
  contact?: string
  provider?: string | null
  /** The page as it was built, or after a form was sent without scripts. */
  built?: string
  /** Called with the page as the server sent it, before its script runs. */
  before?: () => void
}

/** Opens the prerendered page and runs its script. */
export function openPage(address = '/api/login', options: OpenOptions = {}) {
  const { mail = false, signUps = 'open', contact = '', provider = null } = options
  const { built = builtPage, before } = options
  cleanup()
  history.replaceState(null, '', address)
  setPageSettings({ mail, signUps, contact })
  document.body.innerHTML = `<div>${withProvider(built, provider)}</div>`
  before?.()
  const container = document.body.lastElementChild as HTMLElement
  render(page(stateIn(container)), {
    container,
    hydrate: true,
    onRecoverableError: (error) => hydrationErrors.push(error),
  })
  return userEvent.setup()
}
