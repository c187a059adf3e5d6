import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import createEmotionServer from '@emotion/server/create-instance'
import type { ReactNode } from 'react'
import { prerender as renderToStream } from 'react-dom/static'
import { PROVIDER_NAME } from '#rules/oidc.ts'
import { pages } from '#rules/pages.ts'
import { preloadKey } from './build/page-preloads.ts'
import { Landing } from './landing/Landing.tsx'
import { t } from './lib/i18n.ts'
import { landingMessages } from './messages/landing.ts'
import { noScriptMessages } from './messages/no-script.ts'
import { SignInPage } from './sign-in/SignInPage.tsx'
import { FailedStart } from './ui/FailedStart.tsx'
import { UiProvider } from './ui/UiProvider.tsx'

export interface PrerenderedPage {
  html: string
  /** Style elements. */
  styles: string
}

export { pageOperations } from './page-operations.ts'

/** What every page's head says about the product. */
export const description = t(landingMessages.text)

/** The folders of web/pages that have the code of each path. */
export const pageFolders = pages.map(({ page, path }) => ({ key: preloadKey(path), folder: page }))

/** What app.html shows when the client's scripts fail to load. */
export async function failedStart(): Promise<string> {
  const { prelude } = await renderToStream(<FailedStart />)
  return new Response(prelude).text()
}

/** What app.html shows to browsers without scripts. */
export const noScript = t(noScriptMessages.page)

/** The prerendered pages, by file name. */
const files: Record<string, ReactNode> = {
  'landing.html': <Landing />,
  'sign-in.html': (
    <SignInPage provider={PROVIDER_NAME} problem="" identifier="" onSignedIn={async () => {}} />
  ),
}

/** @returns null for a page that the client renders */
export async function prerender(file: string): Promise<PrerenderedPage | null> {
  const page = files[file]
  if (!page) return null
  const cache = createCache({ key: 'css' })
  // Keeps the styles for extraction instead of writing them between the elements.
  cache.compat = true
  const { prelude } = await renderToStream(
    <CacheProvider value={cache}>
      <UiProvider>{page}</UiProvider>
    </CacheProvider>,
  )
  const html = await new Response(prelude).text()
  const { extractCriticalToChunks, constructStyleTagsFromChunks } = createEmotionServer(cache)
  return { html, styles: constructStyleTagsFromChunks(extractCriticalToChunks(html)) }
}
