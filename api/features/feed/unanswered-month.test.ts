import { expect, test } from 'vitest'
import { oldestIdAt, timeOf, toPublicId } from '#api/lib/ids.ts'
import { testApi } from '#api/test/servers/test-api.ts'
import { unansweredPage } from './unanswered.page.ts'

const { as, aUser, services } = await testApi()
const { database } = services
const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000]
const START = Date.UTC(2026, 8, 1)
const PEOPLE = 200
const HOURS = 30 * 24
const PAGE_SIZE = 100

interface SeededPost {
  id: string
  authorId: string
  isEarly: boolean
  /** Milliseconds since 1970; Infinity for a post without an answer. */
  answeredAt: number
}

/** Repeatable numbers between 0 and 1. */
let state = 7
function random(): number {
  state = (state * 48_271) % 2_147_483_647
  return state / 2_147_483_647
}

const reader = as(await aUser())
const people = await Promise.all(Array.from({ length: PEOPLE }, () => aUser()))
const authorOf = (index: number) => people[index % PEOPLE]?.id ?? ''

/** The first post of each person and two later ones, at random times of the month. */
const posts: SeededPost[] = Array.from({ length: 3 * PEOPLE }, (_, index) => {
  const time = START + Math.floor(random() * HOURS * HOUR_MS)
  const id = oldestIdAt(time).replace(/.{12}$/, index.toString(16).padStart(12, '0'))
  const answeredAt = random() < 0.6 ? time + random() * 4 * DAY_MS : Number.POSITIVE_INFINITY
  return { id, authorId: authorOf(index), isEarly: index < PEOPLE, answeredAt }
})

async function answer({ id, authorId }: SeededPost, index: number) {
  const other = authorOf(people.findIndex((person) => person.id === authorId) + 1)
  if (index % 2 === 0) {
    await database.like.create({ data: { userId: other, postId: id } })
    return
  }
  const thread = { isReply: true, threadRootId: id, inReplyToId: id }
  await database.post.create({
    data: {
      ...{ id: services.ids.next(), authorId: other, content: 'Welcome', mediaType: 'TEXT' },
      ...{ createdAt: new Date(), ...thread },
    },
  })
}

async function unansweredAt(now: number): Promise<string[]> {
  const ids: string[] = []
  let after: string | null = null
  do {
    const page = await unansweredPage({ first: PAGE_SIZE, after }, reader.context, now)
    ids.push(...page.edges.map(({ node }) => node.id))
    after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null
  } while (after)
  return ids
}

function expectedAt(now: number): string[] {
  return posts
    .filter(({ id, answeredAt }) => {
      const age = now - timeOf(id).getTime()
      return age >= 10 * MINUTE_MS && age < 3 * DAY_MS && answeredAt > now
    })
    .sort((a, b) => Number(b.isEarly) - Number(a.isEarly) || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id)
}

test('in a month of 200 people, every unanswered post is listed at every hour', async () => {
  await database.post.createMany({
    data: posts.map(({ id, authorId, isEarly }) => ({
      ...{
        id,
        authorId,
        isEarly,
        content: 'Hello',
        mediaType: 'TEXT' as const,
        createdAt: timeOf(id),
      },
    })),
  })
  const answers = posts
    .filter(({ answeredAt }) => answeredAt < Number.POSITIVE_INFINITY)
    .sort((a, b) => a.answeredAt - b.answeredAt)
  let [answered, listed] = [0, 0]
  for (let hour = 0; hour <= HOURS + 72; hour++) {
    const now = START + hour * HOUR_MS + 7 * MINUTE_MS
    for (let next = answers[answered]; next && next.answeredAt <= now; next = answers[answered])
      await answer(next, answered++)
    const ids = await unansweredAt(now)
    expect(
      ids.map((id) => toPublicId('Post', id)),
      `hour ${hour}`,
    ).toEqual(expectedAt(now).map((id) => toPublicId('Post', id)))
    listed += ids.length
  }
  expect(listed).toBeGreaterThan(10_000)
})
