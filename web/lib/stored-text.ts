/** A text in the browser's storage. Where the browser blocks storage, nothing is stored. */
export interface StoredText {
  readonly key: string
  /** @returns null if there is none */
  read: () => string | null
  /**
   * @param text null removes it
   * @returns whether the storage has it
   */
  write: (text: string | null) => boolean
}

/** @param area the session's storage belongs to this tab, and the local one to all */
export function storedText(
  key: string,
  area: 'localStorage' | 'sessionStorage' = 'localStorage',
): StoredText {
  return {
    key,
    read() {
      try {
        return window[area].getItem(key)
      } catch {
        return null
      }
    },
    write(text) {
      try {
        if (text === null) window[area].removeItem(key)
        else window[area].setItem(key, text)
        return true
      } catch {
        return false
      }
    },
  }
}
