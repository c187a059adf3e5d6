import { chakra } from '@chakra-ui/react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { LazyToasts } from '../../ui/LazyToasts.tsx'
import { BottomBar } from './BottomBar.tsx'
import { OfflineNotice } from './OfflineNotice.tsx'
import { Sidebar } from './Sidebar.tsx'
import { SkipLink } from './SkipLink.tsx'

const ComposerDialog = lazy(() => import('../post/composer/ComposerDialog.tsx'))

/** The frame around every page: navigation, the composer's dialog, toasts, the notice that the server is away. */
export function Shell({ children }: { children: ReactNode }) {
  const [composing, setComposing] = useState<'never' | 'closed' | 'open'>('never')
  const compose = () => setComposing('open')
  return (
    <chakra.div display="flex" justifyContent="center" minH="100dvh">
      <SkipLink />
      <Sidebar onCompose={compose} />
      {children}
      <BottomBar onCompose={compose} />
      {composing !== 'never' && (
        <Suspense>
          <ComposerDialog open={composing === 'open'} onClose={() => setComposing('closed')} />
        </Suspense>
      )}
      <OfflineNotice />
      <LazyToasts />
    </chakra.div>
  )
}
