/** Resolves when the page is idle; at once in Safari, which has no idle callbacks. */
export const whenIdle = (): Promise<unknown> =>
  new Promise((resolve) => (window.requestIdleCallback ?? setTimeout)(resolve))
