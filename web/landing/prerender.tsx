import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import createEmotionServer from '@emotion/server/create-instance'
import { prerender as renderToStream } from 'react-dom/static'
import { UiProvider } from '../ui/UiProvider.tsx'
import { Landing } from './Landing.tsx'

/** The landing page as HTML, and the styles that it uses. */
export async function prerender(): Promise<{ html: string; styles: string }> {
  const cache = createCache({ key: 'css' })
  // Emotion then keeps the styles for extraction instead of writing them between the elements.
  cache.compat = true
  const { prelude } = await renderToStream(
    <CacheProvider value={cache}>
      <UiProvider>
        <Landing />
      </UiProvider>
    </CacheProvider>,
  )
  const html = await new Response(prelude).text()
  const { extractCriticalToChunks, constructStyleTagsFromChunks } = createEmotionServer(cache)
  return { html, styles: constructStyleTagsFromChunks(extractCriticalToChunks(html)) }
}
