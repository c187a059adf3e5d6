import { useEffect, useReducer, useRef, useState } from 'react'
import { useActiveQuery } from '../../apollo/active-query.ts'
import { useViewer } from '../user/viewer.ts'
import { type FeedScope, useFeedUpdatedSubscription } from './FeedUpdated.generated.ts'
import { listedIds } from './listed-events.ts'

/** The list has the viewer's own new post by then. */
const OWN_POST_MS = 1_000
/** Apollo does not tell when a query begins. */
const LOADED_CHECK_MS = 250

interface NewPosts {
  count: number
  /** There are more than can be counted. */
  isMany: boolean
  /** Loads the list again. Rejects on failure. */
  show: () => Promise<void>
}

/**
 * What a feed has that its list does not show yet.
 * @param queryName the query of the list
 */
export function useNewPosts(scope: FeedScope, queryName: string): NewPosts {
  const findQuery = useActiveQuery(queryName)
  const viewer = useViewer()
  const [announced, setAnnounced] = useState<readonly string[]>([])
  const [isMany, setMany] = useState(false)
  const newestId = useRef<string>(null)
  const [, renderAgain] = useReducer((count: number) => count + 1, 0)
  const listed = new Set(listedIds(findQuery()))
  const isLoaded = useIsLoaded(findQuery)

  useFeedUpdatedSubscription({
    streamKey: isLoaded && viewer !== undefined ? `feed ${scope} ${viewer?.id ?? ''}` : null,
    isShared: true,
    variables: () => ({
      scope,
      after: newestId.current ?? listedIds(findQuery())[0] ?? null,
    }),
    onData({ feedUpdated: { newestId: newest, newIds, reset } }) {
      newestId.current = newest ?? newestId.current
      setTimeout(() => {
        if (reset) setMany(true)
        setAnnounced((before) => [...new Set([...before, ...newIds])])
      }, OWN_POST_MS)
    },
  })
  // The viewer's own posts join the list by themselves.
  useEffect(() => {
    if (announced.length === 0) return
    const subscription = findQuery()?.subscribe(renderAgain)
    return () => subscription?.unsubscribe()
  }, [announced, findQuery])

  return {
    count: announced.filter((id) => !listed.has(id)).length,
    isMany,
    async show() {
      await findQuery()?.refetch()
      setAnnounced([])
      setMany(false)
    },
  }
}

/** Whether the list has its first page, after which everything is new. */
function useIsLoaded(findQuery: ReturnType<typeof useActiveQuery>): boolean {
  const [isLoaded, setLoaded] = useState(false)
  useEffect(() => {
    const check = () => {
      if (!findQuery()?.getCurrentResult().data) return
      clearInterval(timer)
      setLoaded(true)
    }
    const timer = setInterval(check, LOADED_CHECK_MS)
    check()
    return () => clearInterval(timer)
  }, [findQuery])
  return isLoaded
}
