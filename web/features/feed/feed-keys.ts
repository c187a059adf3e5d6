import type { KeyboardEvent } from 'react'
import { isOfComposition } from '../../lib/composition.ts'
import { ITEM_ATTRIBUTE } from '../../lib/scroll-position.ts'

const FOCUSABLE =
  'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, [tabindex]:not([tabindex^="-"])'

/**
 * The keys of the WAI-ARIA feed pattern: Page Up and Page Down move the focus between posts,
 * Ctrl+Home and Ctrl+End move it out of the feed.
 */
export function handleFeedKey(event: KeyboardEvent<HTMLElement>) {
  const { currentTarget: feed, target } = event
  // Events of dialogs and menus bubble through their portals.
  if (!(target instanceof HTMLElement) || !feed.contains(target)) return
  if (isOfComposition(event.nativeEvent)) return
  const next = nextFocus(event, feed, target)
  if (!next) return
  event.preventDefault()
  next.focus()
}

function nextFocus(
  { key, ctrlKey, altKey, metaKey, shiftKey }: KeyboardEvent,
  feed: HTMLElement,
  target: HTMLElement,
): HTMLElement | undefined {
  if (altKey || metaKey || shiftKey) return
  if (ctrlKey && key === 'Home') return outside(feed, Node.DOCUMENT_POSITION_PRECEDING).at(-1)
  if (ctrlKey && key === 'End') return outside(feed, Node.DOCUMENT_POSITION_FOLLOWING)[0]
  const item = target.closest(`[${ITEM_ATTRIBUTE}]`)
  if (ctrlKey || !item) return
  if (key === 'PageDown') return articleOf(item.nextElementSibling)
  if (key === 'PageUp') return articleOf(item.previousElementSibling)
}

/** The post's article; while the post is collapsed its item, which shows the article on focus. */
function articleOf(item: Element | null): HTMLElement | undefined {
  const article = item?.querySelector('article') ?? item
  return article instanceof HTMLElement ? article : undefined
}

/** The focusable elements before or after the feed, in order. */
function outside(feed: HTMLElement, position: number): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (element) =>
      feed.compareDocumentPosition(element) === position &&
      !element.closest('[inert]') &&
      element.checkVisibility({ visibilityProperty: true }),
  )
}
