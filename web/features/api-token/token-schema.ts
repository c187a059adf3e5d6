import * as z from 'zod/mini'
import { apiTokenName } from '#rules/fields.ts'

/** Days until a token expires; '' for never. */
export const EXPIRIES = ['30', '90', '365', ''] as const

/** The fields of the form, as typed. */
export const tokenSchema = z.object({ name: apiTokenName, expiry: z.enum(EXPIRIES) })
