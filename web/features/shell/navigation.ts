import { type RefObject, useEffect, useLayoutEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'

/** The id of the page's main part. */
export const MAIN_ID = 'main'

/** Where the reader was on each page of this visit, by the history entry's key. */
const positions = new Map<string, number>()

if (typeof window !== 'undefined') window.history.scrollRestoration = 'manual'

/** A new page begins at its top; Back and Forward lead to where one was on it. */
export function useScrollPosition() {
  const { key } = useLocation()
  const type = useNavigationType()
  useLayoutEffect(() => {
    window.scrollTo(0, type === 'POP' ? (positions.get(key) ?? 0) : 0)
    const remember = () => positions.set(key, window.scrollY)
    window.addEventListener('scroll', remember, { passive: true })
    return () => window.removeEventListener('scroll', remember)
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
