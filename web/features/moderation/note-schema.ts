import * as z from 'zod/mini'
import { moderationNote } from '#rules/fields.ts'

/** A note that may be left out. */
export const optionalNote = z.union([z.string().check(z.regex(/^\s*$/)), moderationNote])
