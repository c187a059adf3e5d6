import type { Explained } from './problem.ts'

/** Loads the catalogue of reasons on the first error. Without it, messages are shown. */
export const loadReasonText = (): Promise<(explained: Explained) => string> =>
  import('./reason-text.ts').then(
    ({ reasonText }) => reasonText,
    () =>
      ({ message }) =>
        message,
  )
