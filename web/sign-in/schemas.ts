import * as z from 'zod/mini'
import { filled } from '#rules/account-api/route.ts'

export const codeSchema = z.object({ code: filled('CODE_EMPTY') })
/** The server checks the rest. */
export const anything = z.object({})
