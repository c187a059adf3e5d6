import { chakra } from '@chakra-ui/react'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { signInOffer } from '../../lib/sign-in-offer.ts'
import { useStore } from '../../lib/store.ts'
import { LazyToasts } from '../../ui/LazyToasts.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { BottomBar } from './BottomBar.tsx'
import { OfflineNotice } from './OfflineNotice.tsx'
import { Sidebar } from './Sidebar.tsx'
import { SkipLink } from './SkipLink.tsx'

const ComposerDialog = lazyDialog(() => import('../post/composer/ComposerDialog.tsx'))
const SignInDialog = lazyDialog(() => import('../auth/session/SignInDialog.tsx'))

/** The frame around every page: navigation, composer dialog, offline notice and toasts. */
export function Shell({ children }: { children: ReactNode }) {
  const [isComposing, setComposing] = useState(false)
  const { key } = useLocation()
  const isReturn = useNavigationType() === 'POP'
  // biome-ignore lint/correctness/useExhaustiveDependencies: each Back and Forward closes it.
  useEffect(() => {
    if (isReturn) setComposing(false)
  }, [isReturn, key])
  const isOffered = useStore(signInOffer)
  const compose = () => setComposing(true)
  return (
    <chakra.div display="flex" justifyContent="center" minH="100dvh">
      <SkipLink />
      <Sidebar onCompose={compose} />
      {children}
      <BottomBar onCompose={compose} />
      <ComposerDialog open={isComposing} onClose={() => setComposing(false)} />
      <SignInDialog open={isOffered} onClose={() => signInOffer.set(false)} />
      <OfflineNotice />
      <LazyToasts />
    </chakra.div>
  )
}
