type Listener = (entry: IntersectionObserverEntry) => void

const ROOT_MARGIN = '150% 0px'
const listeners = new WeakMap<Element, Listener>()
let observer: IntersectionObserver | undefined

/**
 * Calls the listener when the element comes near the viewport and when it leaves.
 * @returns a function that stops observing
 */
export function observeNearViewport(element: Element, listener: Listener): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const entry of entries) listeners.get(entry.target)?.(entry)
    },
    { rootMargin: ROOT_MARGIN },
  )
  listeners.set(element, listener)
  observer.observe(element)
  return () => observer?.unobserve(element)
}
