type Listener = () => void

const listeners = new WeakMap<Element, Listener>()
let observer: ResizeObserver | undefined

/** Calls the listener when the size of the element changes. @returns a function that stops it */
export function observeSize(element: Element, listener: Listener): () => void {
  observer ??= new ResizeObserver((entries) => {
    for (const { target } of entries) listeners.get(target)?.()
  })
  listeners.set(element, listener)
  observer.observe(element)
  return () => observer?.unobserve(element)
}
