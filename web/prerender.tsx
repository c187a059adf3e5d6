import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import createEmotionServer from '@emotion/server/create-instance'
import type { ReactNode } from 'react'
import { prerender as renderToStream } from 'react-dom/static'
import { Landing } from './landing/Landing.tsx'
import { SignInPage } from './sign-in/SignInPage.tsx'
import { UiProvider } from './ui/UiProvider.tsx'

export { sentOperations } from './sent-operations.ts'

export interface PrerenderedPage {
  html: string
  /** Style elements. */
  styles: string
}

/** The prerendered pages, by file name. */
const pages: Record<string, ReactNode> = {
  'landing.html': <Landing />,
  'sign-in.html': <SignInPage />,
}

/** @returns null for a page that the client renders */
export async function prerender(file: string): Promise<PrerenderedPage | null> {
  const page = pages[file]
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
