import { hasCode } from './error-chain.ts'

/** Prisma's codes and SQLSTATEs: raw statements and Prisma's own report different ones. */
const codes = {
  'foreign key': ['P2003', '23503'],
  'unique key': ['P2002', '23505'],
}

/** Whether a statement failed because it violates a constraint of this kind. */
export function violates(error: unknown, constraint: keyof typeof codes): boolean {
  return hasCode(error, codes[constraint])
}
