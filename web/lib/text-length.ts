import { limits } from '#rules/limits.ts'
import { visibleLength } from '#rules/text.ts'

/**
 * Length in graphemes, or in code units beyond the byte limit, where counting graphemes is slow.
 */
export function textLength(text: string): number {
  return text.length > limits.textBytes ? text.length : visibleLength(text)
}
