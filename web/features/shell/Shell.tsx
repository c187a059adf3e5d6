import { chakra } from '@chakra-ui/react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { LazyToasts } from '../../ui/LazyToasts.tsx'
import { BottomBar } from './BottomBar.tsx'
import { OfflineNotice } from './OfflineNotice.tsx'
import { Sidebar } from './Sidebar.tsx'
import { SkipLink } from './SkipLink.tsx'

const ComposerDialog = lazy(() => import('../post/composer/ComposerDialog.tsx'))

/** The frame around every page: navigation, composer dialog, offline notice and toasts. */
export function Shell({ children }: { children: ReactNode }) {
  const [composer, setComposer] = useState<'never' | 'closed' | 'open'>('never')
  const compose = () => setComposer('open')
  return (
    <chakra.div display="flex" justifyContent="center" minH="100dvh">
      <SkipLink />
      <Sidebar onCompose={compose} />
      {children}
      <BottomBar onCompose={compose} />
      {composer !== 'never' && (
        <Suspense>
          <ComposerDialog open={composer === 'open'} onClose={() => setComposer('closed')} />
        </Suspense>
      )}
      <OfflineNotice />
      <LazyToasts />
    </chakra.div>
  )
}
