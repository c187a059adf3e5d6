import { type RefObject, useEffect, useLayoutEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { placeAt, rememberPlace } from './scroll-position.ts'

/** The id of the page's main part. */
export const MAIN_ID = 'main'

if (typeof window !== 'undefined') window.history.scrollRestoration = 'manual'

/** A new page begins at its top; Back, Forward and a reload lead to where one was on it. Among posts, their list knows where that is. */
export function useScrollPosition() {
  const { key } = useLocation()
  const type = useNavigationType()
  useLayoutEffect(() => {
    const place = type === 'POP' ? placeAt(key) : undefined
    if (!place?.post) window.scrollTo(0, place?.top ?? 0)
    return rememberPlace(key)
  }, [key, type])
}

let firstPath: string | undefined
let navigated = false

/** After a navigation the focus is on the page's heading, so that a screen reader begins there. The first page keeps the browser's own. */
export function useFocusAfterNavigation(heading: RefObject<HTMLElement | null>) {
  const { pathname } = useLocation()
  useEffect(() => {
    // A page may bring a heading twice, on its way and when it is there.
    firstPath ??= pathname
    navigated ||= pathname !== firstPath
    if (navigated) heading.current?.focus({ preventScroll: true })
  }, [pathname, heading])
}

export function useDocumentTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · Good Vibes`
  }, [title])
}
