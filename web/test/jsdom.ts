// jsdom has no layout: stub the APIs that need one.
window.matchMedia ??= (query) =>
  ({
    matches: query.includes('min-width'),
    media: query,
    addEventListener() {},
    removeEventListener() {},
  }) as unknown as MediaQueryList
window.scrollTo = () => {}
// It runs no animations, so code that waits for their end would wait forever.
const computed = window.getComputedStyle
if (computed.name !== 'computeWithoutAnimation')
  window.getComputedStyle = function computeWithoutAnimation(element, pseudo) {
    return Object.defineProperty(computed(element, pseudo), 'animationName', { value: 'none' })
  }
Element.prototype.scrollIntoView ??= () => {}
Element.prototype.scrollTo ??= () => {}
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
