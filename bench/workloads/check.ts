import { isDeepStrictEqual } from 'node:util'
import type { Shape } from '../data/shape.ts'
import { request } from '../load/request.ts'
import type { Fleet } from '../servers/fleet.ts'
import type { ServerName } from '../servers/servers.ts'
import { dialectOf } from './dialects.ts'
import type { Answer, Operation } from './operation.ts'

/**
 * Asks every server for the same and compares what it shows: the same posts in the same order, with the same words, authors
 * and counts, and to each viewer their own likes.
 * @returns what they showed, and the bytes of the product's first answer
 * @throws Error that says where two differ
 */
export async function checkAnswers(
  fleet: Fleet,
  shape: Shape,
  servers: readonly ServerName[],
  operations: readonly Operation[],
): Promise<{ answers: Answer[]; bytes: Buffer }> {
  let expected: { from: ServerName; answers: Answer[] } | null = null
  let bytes: Buffer = Buffer.alloc(0)
  for (const name of servers) {
    const { url } = await fleet.wake(name)
    const dialect = dialectOf(name, shape)
    const answers: Answer[] = []
    for (const [index, operation] of operations.entries()) {
      const answer = await request(url, dialect.ask(operation))
      if (name === 'ours' && index === 0) bytes = answer.bytes
      answers.push(dialect.read(operation, answer.body))
    }
    if (expected) compare(expected, { from: name, answers }, operations)
    expected ??= { from: name, answers }
  }
  return { answers: expected?.answers ?? [], bytes }
}

interface Answers {
  from: ServerName
  answers: Answer[]
}

function compare(expected: Answers, found: Answers, operations: readonly Operation[]) {
  for (const [index, operation] of operations.entries()) {
    const [a, b] = [expected.answers[index], found.answers[index]]
    const tellsMore = a?.more != null && b?.more != null
    if (isDeepStrictEqual(a?.posts, b?.posts) && (!tellsMore || a.more === b.more)) continue
    const place = a?.posts.findIndex((post, at) => !isDeepStrictEqual(post, b?.posts[at])) ?? 0
    throw new Error(
      `To ${JSON.stringify(operation)}, ${found.from} answers ${b?.posts.length} posts and ${expected.from} ${a?.posts.length}; ` +
        `the first that differs:\n${JSON.stringify(b?.posts[place])}\n${JSON.stringify(a?.posts[place])}`,
    )
  }
}
