import { type RefObject, useEffect, useLayoutEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { savedScrollPosition, trackScrollPosition } from './scroll-position.ts'

/** Id of the page's main element. */
export const MAIN_ID = 'main'

if (typeof window !== 'undefined') window.history.scrollRestoration = 'manual'

/** Restores the position after Back, Forward and reload; post lists restore their own. */
export function useScrollPosition() {
  const { key } = useLocation()
  const type = useNavigationType()
  useLayoutEffect(() => {
    const position = type === 'POP' ? savedScrollPosition(key) : undefined
    if (!position?.post) window.scrollTo(0, position?.top ?? 0)
    return trackScrollPosition(key)
  }, [key, type])
}

let firstPath: string | undefined
let hasNavigated = false

/** Moves the focus to the heading after a navigation, so that screen readers start there. */
export function useFocusAfterNavigation(heading: RefObject<HTMLElement | null>) {
  const { pathname } = useLocation()
  useEffect(() => {
    // A page may mount two headings: its loading state's and its own.
    firstPath ??= pathname
    hasNavigated ||= pathname !== firstPath
    if (hasNavigated) heading.current?.focus({ preventScroll: true })
  }, [pathname, heading])
}

export function useDocumentTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · Good Vibes`
  }, [title])
}
