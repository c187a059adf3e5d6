/** A dialog returns the focus when it closes. */
const DIALOG = '[role=dialog], [role=alertdialog]'

/** Whether something outside of an element has the focus: then it must not be taken away. */
export function isFocusElsewhere(element: Element | null | undefined): boolean {
  const { activeElement: focused, body } = document
  if (!focused || focused === body || focused.closest(DIALOG)) return false
  return !element?.contains(focused)
}
