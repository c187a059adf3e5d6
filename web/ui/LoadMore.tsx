import { chakra, Stack } from '@chakra-ui/react'
import type { MessageDescriptor } from '@lingui/core'
import { useState } from 'react'
import { t } from '../lib/i18n.ts'
import { useFailureText } from '../lib/refusal.ts'
import { uiMessages } from '../messages/ui.ts'
import { Button } from './Button.tsx'

type LoadState = 'idle' | 'loading' | { error: unknown }

/** The button's while there are more and at the end, and the error's. */
export type LoadMoreTexts = Record<'loadMore' | 'end' | 'loadFailed', MessageDescriptor>

interface LoadMoreProps {
  hasMore: boolean
  /** Renders nothing for a list that never had more, instead of its end. */
  isHiddenIfShort?: boolean
  /** Rejects on failure. */
  onLoadMore: () => Promise<unknown>
  texts: LoadMoreTexts
}

/** Remains the same button at the end of the list, so that it keeps the focus. */
export function LoadMore({ hasMore, isHiddenIfShort, onLoadMore, texts }: LoadMoreProps) {
  const [state, setState] = useState<LoadState>('idle')
  const [hadMore, setHadMore] = useState(hasMore)
  if (hasMore && !hadMore) setHadMore(true)
  const isIdle = hasMore && state !== 'loading'
  const load = async () => {
    setState('loading')
    try {
      await onLoadMore()
      setState('idle')
    } catch (error) {
      setState({ error })
    }
  }
  const more = state === 'loading' ? uiMessages.loading : texts.loadMore
  if (isHiddenIfShort && !hadMore) return null
  return (
    <Stack align="center" gap="2" py="4">
      {typeof state === 'object' && <Failure error={state.error} title={t(texts.loadFailed)} />}
      <Button
        variant={hasMore ? 'outline' : 'ghost'}
        aria-busy={state === 'loading'}
        aria-disabled={!isIdle}
        cursor={isIdle ? 'pointer' : 'default'}
        onClick={isIdle ? load : undefined}
      >
        {t(hasMore ? more : texts.end)}
      </Button>
    </Stack>
  )
}

function Failure({ error, title }: { error: unknown; title: string }) {
  return (
    <chakra.p role="alert" textStyle="body" color="bad">
      {useFailureText(error, title)}
    </chakra.p>
  )
}
