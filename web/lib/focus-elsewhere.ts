const DIALOG = '[role=dialog], [role=alertdialog]'

/** Whether the focus is in a dialog, which returns it when it closes. */
const isFocusInDialog = () => document.activeElement?.closest(DIALOG) != null

/**
 * Focuses an element of a page that was opened. A dialog that was opened meanwhile keeps the
 * focus: without it, it would close.
 */
export function focusOnArrival(element: HTMLElement | null) {
  if (!isFocusInDialog()) element?.focus({ preventScroll: true })
}

/** Whether something outside of an element has the focus: then it must not be taken away. */
export function isFocusElsewhere(element: Element | null | undefined): boolean {
  const { activeElement: focused, body } = document
  if (!focused || focused === body || isFocusInDialog()) return false
  return !element?.contains(focused)
}
