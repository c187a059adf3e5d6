import { randomBytes } from 'node:crypto'

/** A username until the member chooses one. */
export const randomUsername = () => `member_${randomBytes(8).toString('hex')}`
