import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { shellMessages } from '../messages/shell.ts'
import { focusOnArrival } from './focus-elsewhere.ts'
import { t } from './i18n.ts'
import { savedScrollPosition, trackScrollPosition } from './scroll-position.ts'
import type { ScrollPosition } from './scroll-position-schema.ts'

/** Id of the page's main element. */
export const MAIN_ID = 'main'

if (typeof window !== 'undefined') window.history.scrollRestoration = 'manual'

/**
 * The position to restore: after Back, Forward and reload the one of this history entry, else the
 * one of the entry that the link names as `scrolledAs` in its state.
 */
export function useSavedScrollPosition(): ScrollPosition | undefined {
  const { key, state } = useLocation()
  return savedScrollPosition(useNavigationType() === 'POP' ? key : state?.scrolledAs)
}

/** Restores the position after Back, Forward and reload; `WindowedList` restores its own. */
export function useScrollPosition() {
  const { key } = useLocation()
  const position = useSavedScrollPosition()
  const restore = useEffectEvent(() => {
    if (!position?.item) window.scrollTo(0, position?.top ?? 0)
  })
  useLayoutEffect(() => {
    restore()
    return trackScrollPosition(key)
  }, [key])
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
    if (hasNavigated) focusOnArrival(heading.current)
  }, [pathname, heading])
}

export function useDocumentTitle(title: string) {
  useEffect(() => {
    document.title = t(shellMessages.documentTitle(title))
  }, [title])
}

/** Removes what the server wrote into the head about the first page, once another page is shown. */
export function useFirstPageHead() {
  const { pathname } = useLocation()
  const [firstPath] = useState(pathname)
  useEffect(() => {
    if (pathname !== firstPath)
      for (const element of document.head.querySelectorAll('[data-page]')) element.remove()
  }, [pathname, firstPath])
}
