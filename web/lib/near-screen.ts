type Listener = (entry: IntersectionObserverEntry) => void

/** How far beyond the screen something is still near it. */
const MARGIN = '150% 0px'
const listeners = new WeakMap<Element, Listener>()
let observer: IntersectionObserver | undefined

/**
 * Tells when an element comes near the screen and when it goes far from it.
 * @returns what ends it
 */
export function observeNearness(element: Element, listener: Listener): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const entry of entries) listeners.get(entry.target)?.(entry)
    },
    { rootMargin: MARGIN },
  )
  listeners.set(element, listener)
  observer.observe(element)
  return () => observer?.unobserve(element)
}
