import type { OperationVariables, TypedDocumentNode } from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { print } from 'graphql'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useIsTabVisible } from '../lib/tab-visibility.ts'
import { openLiveStream } from './live-stream.ts'
import { shareStream } from './shared-stream.ts'

interface SubscriptionOptions<Data, Variables> {
  /** All tabs have one stream for a key. Another key opens another stream; null closes it. */
  streamKey: string | null
  /** Another number opens the stream again, if this tab has it. */
  restarts: number
  variables: () => Variables
  /** The data is in the cache by then. Can get the same data twice. */
  onData: (data: Data) => void
}

/** When this tab had all data of a stream last, in Unix milliseconds. */
const upToDate = new Map<string, number>()

/** The hook of a subscription. A tab in the background has no stream. Renders nothing anew. */
export const subscriptionHook =
  <Data, Variables extends OperationVariables>(document: TypedDocumentNode<Data, Variables>) =>
  (options: SubscriptionOptions<Data, Variables>) => {
    const { streamKey, restarts } = options
    const { cache } = useApolloClient()
    const isVisible = useIsTabVisible()
    const restart = useRef<(() => void) | null>(null)
    const presentVariables = useEffectEvent(options.variables)
    const receive = useEffectEvent((data: Data) => {
      cache.write<unknown>({ dataId: 'ROOT_SUBSCRIPTION', query: document, result: data })
      options.onData(data)
    })
    useEffect(() => {
      if (streamKey === null || !isVisible) return
      const query = print(cache.transformDocument(document))
      const open = (onData: (data: Data) => void) => {
        const begin = () =>
          openLiveStream<Data>({ query, variables: () => presentVariables(), onData })
        let close = begin()
        restart.current = () => {
          close()
          close = begin()
        }
        return () => {
          restart.current = null
          close()
        }
      }
      // What the page loaded is as new as the page.
      const since = upToDate.get(streamKey) ?? performance.timeOrigin
      const leave = shareStream<Data>({
        ...{ name: streamKey, since, open },
        onData: (data) => receive(data),
      })
      return () => {
        upToDate.set(streamKey, Date.now())
        leave()
      }
    }, [streamKey, isVisible, cache])
    useEffect(() => {
      if (restarts > 0) restart.current?.()
    }, [restarts])
  }
