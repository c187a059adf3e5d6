import { Prisma } from './generated/prisma/client.ts'

/**
 * Builds an array parameter whose length is hidden from the planner by a subquery.
 * With a known length, PostgreSQL would plan the statement again for each length.
 */
const arrayParameter = (type: string) => {
  const array = Prisma.raw(`${type}[]`)
  return (values: readonly unknown[]) => Prisma.sql`(SELECT ${values}::${array})::${array}`
}

export const [uuids, texts, integers, booleans] = [
  arrayParameter('uuid'),
  arrayParameter('text'),
  arrayParameter('int'),
  arrayParameter('boolean'),
]
