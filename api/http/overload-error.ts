import { UNAVAILABLE_CODE } from '#api/database/unavailable.ts'

export const OVERLOAD_MESSAGE =
  'Good Vibes is very busy at the moment. Please try again in a few seconds.'

/** Something that the server has too little of at the moment. It becomes 503 with Retry-After. */
export class OverloadError extends Error {
  override readonly name = 'OverloadError'
  readonly code = UNAVAILABLE_CODE
  readonly sentence = OVERLOAD_MESSAGE
}
