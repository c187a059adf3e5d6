import { chakra } from '@chakra-ui/react'
import { type ReactNode, useState } from 'react'
import { signInOffer } from '../../lib/sign-in-offer.ts'
import { useStore } from '../../lib/store.ts'
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

const SignInDialog = lazyPart(() => import('../auth/session/SignInDialog.tsx'), {
  failed: ({ open, onClose }, retry) => open && <FailedDialog onRetry={retry} onClose={onClose} />,
})

/** The frame around every page: navigation, composer dialog, offline notice and toasts. */
export function Shell({ children }: { children: ReactNode }) {
  const [composer, setComposer] = useState<'never' | 'closed' | 'open'>('never')
  const isOffered = useStore(signInOffer)
  const [hasOffered, setOffered] = useState(false)
  // It stays mounted while it closes.
  if (isOffered && !hasOffered) setOffered(true)
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
      {hasOffered && <SignInDialog open={isOffered} onClose={() => signInOffer.set(false)} />}
      <OfflineNotice />
      <LazyToasts />
    </chakra.div>
  )
}
