import { chakra } from '@chakra-ui/react'
import { type ReactNode, useState } from 'react'
import { FailedDialog } from '../../ui/FailedPart.tsx'
import { LazyToasts } from '../../ui/LazyToasts.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { BottomBar } from './BottomBar.tsx'
import { OfflineNotice } from './OfflineNotice.tsx'
import { Sidebar } from './Sidebar.tsx'
import { SkipLink } from './SkipLink.tsx'

const ComposerDialog = lazyPart(() => import('../post/composer/ComposerDialog.tsx'), {
  failed: ({ open, onClose }, retry) => open && <FailedDialog onRetry={retry} onClose={onClose} />,
})

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
        <ComposerDialog open={composer === 'open'} onClose={() => setComposer('closed')} />
      )}
      <OfflineNotice />
      <LazyToasts />
    </chakra.div>
  )
}
