import type { OperationVariables, TypedDocumentNode } from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { print } from 'graphql'
import { useEffect, useEffectEvent } from 'react'
import { useIsTabVisible } from '../lib/tab-visibility.ts'
import { openLiveStream } from './live-stream.ts'
import { openInTurn, shareStream } from './shared-stream.ts'

interface SubscriptionOptions<Data, Variables> {
  /** Another key opens another stream; null closes it. */
  streamKey: string | null
  variables: () => Variables
  /** The data is in the cache by then. */
  onData?: (data: Data) => void
  /**
   * Whether all tabs have one stream for the key. Then data can come twice. Without it, one tab
   * at a time has a stream.
   */
  isShared?: boolean
}

/** When this tab had all data of a shared stream last, in Unix milliseconds. */
const upToDate = new Map<string, number>()

/** The hook of a subscription. A tab in the background has no stream. Renders nothing anew. */
export const subscriptionHook =
  <Data, Variables extends OperationVariables>(document: TypedDocumentNode<Data, Variables>) =>
  ({ streamKey, variables, onData, isShared = false }: SubscriptionOptions<Data, Variables>) => {
    const { cache } = useApolloClient()
    const isVisible = useIsTabVisible()
    const presentVariables = useEffectEvent(variables)
    const receive = useEffectEvent((data: Data) => {
      cache.write<unknown>({ dataId: 'ROOT_SUBSCRIPTION', query: document, result: data })
      onData?.(data)
    })
    useEffect(() => {
      if (streamKey === null || !isVisible) return
      const query = print(cache.transformDocument(document))
      const open = (onData: (data: Data) => void) =>
        openLiveStream<Data>({ query, variables: () => presentVariables(), onData })
      const onData = (data: Data) => receive(data)
      if (!isShared) return openInTurn(query, () => open(onData))
      // What the page loaded is as new as the page.
      const since = upToDate.get(streamKey) ?? performance.timeOrigin
      const leave = shareStream({ name: streamKey, since, open, onData })
      return () => {
        upToDate.set(streamKey, Date.now())
        leave()
      }
    }, [streamKey, isVisible, isShared, cache])
  }
