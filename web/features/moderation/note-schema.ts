import { moderationNote } from '#rules/fields.ts'
import { unless } from '../../lib/unless.ts'

/** A note that may be left out. */
export const optionalNote = unless((note) => note.trim() === '', moderationNote)
