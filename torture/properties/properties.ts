import fc from 'fast-check'
import { photo } from '#api/test/pictures.ts'
import type { Visitor } from '#api/test/visitor.ts'
import { anyAccountCall } from './accounts.ts'
import { anyOperation } from './operations.ts'
import { type AnyRequest, askFor } from './request.ts'
import { anyRow } from './rows.ts'
import { anyNames, namesAreKept, textIsKept } from './texts.ts'
import { anyBytes, isPictureOrRefused } from './uploads.ts'
import { anyText, type Known } from './values.ts'

export interface Trial {
  seed: number
  /** How many inputs of each kind are tried. */
  runs: number
  /** Milliseconds that an answer may take. */
  longest: number
}

/** Somebody who is signed in, and what there is to be named. */
export interface Tester {
  who: Visitor
  known: Known
}

export async function prepare(who: Visitor): Promise<Tester> {
  const { id: userId, username } = await who.signUp()
  const posts: string[] = []
  for (const content of ['A good day', 'Bread, and more bread', 'The end of the list']) {
    posts.push(
      ((await (await who.fetch('/api/posts', { json: { content } })).json()) as { id: string }).id,
    )
  }
  const link = (await who.fetch('/api/posts?limit=1')).headers.get('link') ?? ''
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(await photo().png().toBuffer())]), 'a.png')
  const { url } = (await (
    await who.fetch('/api/media', { method: 'POST', body: form })
  ).json()) as { url: string }
  const cursor = new URL(/<([^>]+)>/.exec(link)?.[1] ?? '').searchParams.get('cursor') ?? ''
  return { who, known: { userId, username, postId: posts[0] ?? '', cursor, picture: url } }
}

/** What has to hold whatever is sent, by what it says. Each throws an Error with the smallest input for which it does not. */
export const properties = {
  'any JSON at any input of an operation is answered or refused': (tester, trial) =>
    requests(anyOperation(tester.known), tester, trial),
  'any JSON at any input of a REST call is answered or refused': (tester, trial) =>
    requests(anyRow(tester.known), tester, trial),
  // Each may hash a password.
  'any JSON at any input of a call about accounts is answered or refused': (tester, trial) =>
    requests(anyAccountCall(tester.known), tester, { ...trial, runs: trial.runs / 4 }),
  'any text of a post comes back as it was, and is found, or is refused': ({ who }, trial) =>
    check(fc.asyncProperty(anyText, textIsKept(who)), { ...trial, runs: trial.runs / 4 }),
  'any name and biography come back as they were, or are refused': ({ who, known }, trial) =>
    check(fc.asyncProperty(anyNames, namesAreKept(who, known.userId)), {
      ...trial,
      runs: trial.runs / 4,
    }),
  'any bytes at the upload become a picture or are refused': async ({ who }, trial) =>
    check(
      fc.asyncProperty(await anyBytes(), fc.boolean(), isPictureOrRefused(who, trial.longest)),
      { ...trial, runs: trial.runs / 8 },
    ),
} satisfies Record<string, (tester: Tester, trial: Trial) => Promise<void>>

/** Whoever asks is signed in, nobody, or the demo user. */
function requests(request: fc.Arbitrary<AnyRequest>, { who }: Tester, trial: Trial): Promise<void> {
  const asks = fc.constantFrom('member', 'member', 'nobody', 'demo user')
  const property = fc.asyncProperty(request, asks, async (given, asking) => {
    const headers = {
      ...given.headers,
      ...(asking !== 'member' && { cookie: '' }),
      ...(asking === 'demo user' && { 'x-demo-user': '1' }),
    }
    await askFor({ ...given, headers }, who, trial.longest)
  })
  return check(property, trial)
}

function check<Input>(property: fc.IAsyncProperty<Input>, { seed, runs }: Trial): Promise<void> {
  return fc.assert(property, { seed, numRuns: Math.ceil(runs) })
}
