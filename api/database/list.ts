import { Prisma } from './generated/prisma/client.ts'

/**
 * A list as a statement's parameter. Of what a subquery gives PostgreSQL does not know how long it is; if it did, it would plan the
 * statement anew each time, for a list of just that length, which takes longer than most of what is read so.
 */
const listOf = (type: string) => {
  const array = Prisma.raw(`${type}[]`)
  return (values: readonly unknown[]) => Prisma.sql`(SELECT ${values}::${array})::${array}`
}

export const [uuids, texts, integers] = [listOf('uuid'), listOf('text'), listOf('int')]
