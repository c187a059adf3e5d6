import { someInChain } from './error-chain.ts'

/** Prisma's codes and SQLSTATEs: raw statements and Prisma's own report different ones. */
const codes = {
  'foreign key': new Set<unknown>(['P2003', '23503']),
  'unique key': new Set<unknown>(['P2002', '23505']),
}

/** Whether a statement failed because it violates a constraint of this kind. */
export function violates(error: unknown, constraint: keyof typeof codes): boolean {
  const expected = codes[constraint]
  return someInChain(
    error,
    ({ code, originalCode }) => expected.has(code) || expected.has(originalCode),
  )
}
