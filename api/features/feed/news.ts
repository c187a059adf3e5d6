import { Prisma } from '../../database/generated/prisma/client.ts'
import { texts } from '../../database/list.ts'

export const CHANNEL = 'good_vibes'
/** What a notice may carry: PostgreSQL allows 8,000 bytes. */
const NAMES_PER_NOTICE = 100
const EVERYTHING = '*'
const AUTHOR = '@'

/** Posts, and authors whose posts may all have changed, by their UUIDs; or anything at all. */
export interface News {
  posts: readonly string[]
  authors: readonly string[]
  everything: boolean
}

/** A part of some news as it travels, and which process tells it. It has its number from the database. */
export interface Notice {
  number: number
  sender: string
  news: News
}

/** Gives the number of the last news. Who made a change that was told by then has been answered later, or is waiting. */
export const LAST_NUMBER = 'SELECT last_value FROM news_number'
export const lastNumber = Prisma.raw(`(${LAST_NUMBER})`)

/** In a statement: a row with the "numbers" that some texts were given, and "told" by the database unless another way is better. */
export const numbered = (news: readonly string[], byDatabase: boolean) => Prisma.sql`
  SELECT json_agg(t."number") AS "numbers", count(CASE WHEN ${byDatabase}::boolean THEN pg_notify(${CHANNEL}, t."number" || ' ' || t."news") END) AS "told"
  FROM (SELECT nextval('news_number') AS "number", n AS "news" FROM unnest(${texts(news)}) n) t`

/** The texts of what a process tells; each becomes a notice with its number in front. */
export function textsOf(sender: string, { posts, authors, everything }: News): string[] {
  const names = everything ? [EVERYTHING] : [...authors.map((author) => `${AUTHOR}${author}`), ...posts]
  const parts: string[] = []
  for (let at = 0; at < names.length; at += NAMES_PER_NOTICE) parts.push([sender, ...names.slice(at, at + NAMES_PER_NOTICE)].join(' '))
  return parts
}

export function readNotice(payload: string): Notice {
  const [number, sender = '', ...names] = payload.split(' ')
  const [posts, authors]: [string[], string[]] = [[], []]
  for (const name of names) {
    if (name.startsWith(AUTHOR)) authors.push(name.slice(AUTHOR.length))
    else if (name !== EVERYTHING) posts.push(name)
  }
  return { number: Number(number), sender, news: { posts, authors, everything: names.includes(EVERYTHING) } }
}
