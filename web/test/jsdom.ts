// jsdom has no layout: what asks for it gets an answer that changes nothing.
window.matchMedia ??= (query) =>
  ({
    matches: query.includes('min-width'),
    media: query,
    addEventListener() {},
    removeEventListener() {},
  }) as unknown as MediaQueryList
window.scrollTo = () => {}
// It runs no animation either, so what waits for the end of one would wait for ever.
const computed = window.getComputedStyle
window.getComputedStyle = (element, pseudo) =>
  Object.defineProperty(computed(element, pseudo), 'animationName', { value: 'none' })
Element.prototype.scrollIntoView ??= () => {}
Element.prototype.scrollTo ??= () => {}
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
