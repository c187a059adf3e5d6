import { useState } from 'react'

/** The key code of every key that an input method takes. */
const INPUT_METHOD_KEY = 229

/**
 * Whether a key press belongs to an input method, such as those for Japanese, which composes text.
 * Safari ends the composition before the key that confirms it, and only its code tells.
 */
export const isOfComposition = ({
  isComposing,
  keyCode,
}: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  isComposing || keyCode === INPUT_METHOD_KEY

/**
 * How long a text that is being composed has to stay unchanged before it is searched. Android
 * keyboards compose every word, so waiting for the end of the composition could take forever.
 */
export const COMPOSITION_DEBOUNCE_MS = 1000

/** Whether the text of a field is being composed, and the field's handlers that tell. */
export function useComposition() {
  const [isComposing, setComposing] = useState(false)
  const handlers = {
    onCompositionStart: () => setComposing(true),
    onCompositionEnd: () => setComposing(false),
  }
  return [isComposing, handlers] as const
}
