import { useEffect, useRef, useState } from 'react'
import type { PageOperation } from '#rules/pages.ts'
import { useActiveQuery } from '../../apollo/active-query.ts'
import type { FeedScope } from './Live.generated.ts'
import { listedIds } from './listed-events.ts'
import { listedFeed } from './listed-feed.ts'

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
export function useNewPosts(scope: FeedScope, queryName: PageOperation): NewPosts {
  const findQuery = useActiveQuery(queryName)
  const [announced, setAnnounced] = useState<readonly string[]>([])
  const [isMany, setMany] = useState(false)
  const newestId = useRef<string>(null)
  const isLoaded = useIsLoaded(findQuery)
  // What left the list, such as the viewer's own deleted post, is not new.
  const known = useRef(new Set<string>())

  useEffect(() => {
    if (!isLoaded) return
    listedFeed.set({
      scope,
      newestId: () => newestId.current ?? listedIds(findQuery())[0] ?? null,
      onUpdate({ newestId: newest, newIds, reset }) {
        newestId.current = newest ?? newestId.current
        setTimeout(() => {
          if (reset) setMany(true)
          setAnnounced((before) => without(known.current, [...new Set([...before, ...newIds])]))
        }, OWN_POST_MS)
      },
    })
    return () => listedFeed.set(null)
  }, [isLoaded, scope, findQuery])
  // The viewer's own posts join the list by themselves.
  useEffect(() => {
    if (!isLoaded) return
    const query = findQuery()
    const subscription = query?.subscribe(() => {
      for (const id of listedIds(query)) known.current.add(id)
      setAnnounced((before) => without(known.current, before))
    })
    return () => subscription?.unsubscribe()
  }, [isLoaded, findQuery])

  return {
    count: announced.length,
    isMany,
    async show() {
      await findQuery()?.refetch()
      setAnnounced([])
      setMany(false)
    },
  }
}

/** The same array if there is nothing to leave out, so that nothing renders. */
function without(known: ReadonlySet<string>, ids: readonly string[]): readonly string[] {
  return ids.some((id) => known.has(id)) ? ids.filter((id) => !known.has(id)) : ids
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
