import { afterNextPaint } from './after-next-paint.ts'

/** What a screen reader announces by name. */
const NAMED =
  ':is(dialog, [role=dialog], [role=alertdialog], form, fieldset, section, article):is([aria-label], [aria-labelledby])'
/** What opens above the page, at its end. */
const LAYER = ':is(dialog, [role=dialog], [role=alertdialog], [role=menu])'
const HEADING = 'h1, h2, h3, h4'

/**
 * Moves the focus to the named part around a focused element that leaves the page or is disabled.
 * Otherwise it falls to the body, and the keyboard begins at the top of the page again.
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
    if (!focused || (focused.isConnected && !focused.matches(':disabled'))) return
    const container = focused.isConnected ? focused : containerOf(focused, records)
    focused = null
    // What removed it can have another element in mind.
    await afterNextPaint()
    if (hasEnded || !isFocusLost()) return
    // The container may have left too.
    const part = container?.isConnected ? container.closest(NAMED) : null
    focusPart(part ?? (opener?.isConnected ? opener : null))
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

/** @param part null for the page */
function focusPart(part: Element | null) {
  const label = document.getElementById(part?.getAttribute('aria-labelledby') ?? '')
  const target = label?.matches(HEADING) ? label : (part ?? document.querySelector('h1'))
  if (!(target instanceof HTMLElement)) return
  if (target.tabIndex < 0) target.tabIndex = -1
  target.focus({ preventScroll: true })
}
