import { afterNextPaint } from './after-next-paint.ts'
import { ITEM_ATTRIBUTE } from './scroll-position.ts'

/** What a screen reader announces by name. */
const NAMED =
  ':is(dialog, [role=dialog], [role=alertdialog], form, fieldset, section, article):is([aria-label], [aria-labelledby])'
/** What opens above the page, at its end. */
const LAYER = ':is(dialog, [role=dialog], [role=alertdialog], [role=menu])'
const HEADING = 'h1, h2, h3, h4'
const ITEM = `[${ITEM_ATTRIBUTE}]`

/**
 * Moves the focus to the named part around a focused element that leaves the page or is disabled;
 * from an item that leaves a list, to the item after or before it. Otherwise it falls to the body,
 * and the keyboard begins at the top of the page again.
 * @returns a function that ends this
 */
export function startFocusFallback(): () => void {
  let focused: Element | null = isFocusLost() ? null : document.activeElement
  /** The named part that had the focus before a dialog or menu. */
  let opener: Element | null = null
  let hasEnded = false
  const remember = ({ target }: FocusEvent) => {
    focused = target as Element
    if (!focused.closest(LAYER)) opener = focused.closest(NAMED)
  }
  // Some browsers also report the removal of a focused element as a loss of its focus.
  const forget = ({ target }: FocusEvent) =>
    queueMicrotask(() => {
      if (target === focused && focused?.isConnected) focused = null
    })
  const observer = new MutationObserver(async (records) => {
    if (opener && !opener.isConnected) opener = nextItem(opener, records)
    if (!focused || (focused.isConnected && !focused.matches(':disabled'))) return
    const item = focused.isConnected ? null : nextItem(focused, records)
    const container = focused.isConnected ? focused : containerOf(focused, records)
    focused = null
    // What removed it can have another element in mind.
    await afterNextPaint()
    if (hasEnded || !isFocusLost()) return
    // Each may have left too.
    const parts = [item, container?.closest(NAMED), opener]
    focusPart(parts.find((part) => part?.isConnected) ?? null)
  })
  document.addEventListener('focusin', remember)
  document.addEventListener('focusout', forget)
  const attributeFilter = ['disabled']
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter })
  return () => {
    hasEnded = true
    document.removeEventListener('focusin', remember)
    document.removeEventListener('focusout', forget)
    observer.disconnect()
  }
}

const isFocusLost = () =>
  document.activeElement === null || document.activeElement === document.body

/** The element that the removed one was in. */
function containerOf(removed: Element, records: readonly MutationRecord[]): Element | undefined {
  const record = records.findLast(({ target, removedNodes }) =>
    target.isConnected ? [...removedNodes].some((node) => node.contains(removed)) : false,
  )
  return record?.target as Element | undefined
}

/** What shows the item after the removed one, or else the one before. Null outside of a list. */
function nextItem(removed: Element, records: readonly MutationRecord[]): Element | null {
  const item = removed.closest(ITEM)
  const sibling = item && (besides(item, records, 'next') ?? besides(item, records, 'previous'))
  // An item that is far from the viewport shows its article when it gets the focus.
  return sibling?.querySelector('article') ?? sibling
}

/** The nearest item on a side of a removed one that is still on the page. */
function besides(
  item: Node,
  records: readonly MutationRecord[],
  side: 'next' | 'previous',
): Element | null {
  const record = records.findLast(({ removedNodes }) =>
    [...removedNodes].includes(item as ChildNode),
  )
  const sibling = record?.[`${side}Sibling`]
  if (!(sibling instanceof Element && sibling.matches(ITEM))) return null
  return sibling.isConnected ? sibling : besides(sibling, records, side)
}

/** @param part null for the page */
function focusPart(part: Element | null) {
  const label = document.getElementById(part?.getAttribute('aria-labelledby') ?? '')
  const target = label?.matches(HEADING) ? label : (part ?? document.querySelector('h1'))
  if (!(target instanceof HTMLElement)) return
  if (target.tabIndex < 0) target.tabIndex = -1
  target.focus({ preventScroll: true })
}
