/**
 * Runs in the page: where text is cut, runs out of its control or leaves the window sideways.
 * Text that is meant to be shortened (`text-overflow: ellipsis`, clamped lines) may be.
 */
export function textProblems(): string[] {
  const problems: string[] = []
  const nameOf = (element: Element) =>
    `<${element.tagName.toLowerCase()}> ${element.textContent?.trim().slice(0, 60)}`

  const isHidden = (element: Element) => {
    const { clipPath, clip, position } = getComputedStyle(element)
    return (
      !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) ||
      (position === 'absolute' && (clip !== 'auto' || clipPath !== 'none'))
    )
  }
  const shortens = (element: Element) => {
    const style = getComputedStyle(element)
    return style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none'
  }
  const ancestors = (element: Element | null): Element[] =>
    element ? [element, ...ancestors(element.parentElement)] : []

  if (document.documentElement.scrollWidth > innerWidth) problems.push('The page scrolls sideways.')

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement
    if (!parent || !node.textContent?.trim() || parent.closest('script, style, svg')) continue
    const around = ancestors(parent)
    if (around.some(isHidden) || around.some(shortens)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const text = range.getBoundingClientRect()
    if (text.left < -1 || text.right > innerWidth + 1)
      problems.push(`Out of the window: ${nameOf(parent)}`)
    const control = parent.closest('button, a, label, [role="tab"], [role="menuitem"]')
    for (const element of around.filter((each) => !each.matches('html, body'))) {
      const box = element.getBoundingClientRect()
      const { overflowX, overflowY } = getComputedStyle(element)
      const cutsX = overflowX === 'hidden' || overflowX === 'clip' || element === control
      const cutsY = overflowY === 'hidden' || overflowY === 'clip'
      if (cutsX && (text.left < box.left - 1 || text.right > box.right + 1))
        problems.push(`Cut at the side by <${element.tagName.toLowerCase()}>: ${nameOf(parent)}`)
      if (cutsY && (text.top < box.top - 1 || text.bottom > box.bottom + 2))
        problems.push(`Cut in height by <${element.tagName.toLowerCase()}>: ${nameOf(parent)}`)
    }
  }
  for (const field of document.querySelectorAll<HTMLInputElement>('input[placeholder]'))
    if (!isHidden(field) && field.value === '' && field.scrollWidth > field.clientWidth + 1)
      problems.push(`The placeholder is cut: ${field.placeholder}`)
  return [...new Set(problems)]
}
