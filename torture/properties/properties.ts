import fc from 'fast-check'
import type { TestBrowser } from '#api/test/people/browser.ts'
import { photo } from '#api/test/pictures/pictures.ts'
import { anyAccountCall } from './accounts.ts'
import { anyOperation } from './operations.ts'
import { type AnyRequest, sendRequest } from './request.ts'
import { anyRestRequest } from './rest-requests.ts'
import { anyNames, checkNames, checkText } from './texts.ts'
import { anyBytes, checkUpload } from './uploads.ts'
import { anyText, type ExistingValues } from './values.ts'

export interface CheckOptions {
  seed: number
  /** Number of inputs. */
  runs: number
  /** Time limit for a response. */
  timeoutMs: number
}

/** A signed-in user, and values that exist in the database. */
export interface TestUser {
  visitor: TestBrowser
  existing: ExistingValues
}

export async function prepare(visitor: TestBrowser): Promise<TestUser> {
  const { id: userId, username } = await visitor.signUp()
  const posts: string[] = []
  for (const content of ['A good day', 'Bread, and more bread', 'The end of the list']) {
    posts.push(
      ((await (await visitor.fetch('/api/posts', { json: { content } })).json()) as { id: string })
        .id,
    )
  }
  const link = (await visitor.fetch('/api/posts?limit=1')).headers.get('link') ?? ''
  const upload = await visitor.upload(await photo().png().toBuffer())
  const { url } = (await upload.json()) as { url: string }
  const cursor = new URL(/<([^>]+)>/.exec(link)?.[1] ?? '').searchParams.get('cursor') ?? ''
  return { visitor, existing: { userId, username, postId: posts[0] ?? '', cursor, imageUrl: url } }
}

/** Properties by description. Each throws an Error with the smallest failing input. */
export const properties = {
  'an operation with arbitrary JSON inputs succeeds or is rejected': (user, options) =>
    checkRequests(anyOperation(user.existing), user, options),
  'a REST call with arbitrary JSON inputs succeeds or is rejected': (user, options) =>
    checkRequests(anyRestRequest(user.existing), user, options),
  // Fewer runs, because a call may hash a password.
  'an account call with arbitrary JSON inputs succeeds or is rejected': (user, options) =>
    checkRequests(anyAccountCall(user.existing), user, { ...options, runs: options.runs / 4 }),
  'arbitrary text of a post is stored unchanged and found, or rejected': ({ visitor }, options) =>
    check(fc.asyncProperty(anyText, checkText(visitor)), { ...options, runs: options.runs / 4 }),
  'an arbitrary name and biography are stored unchanged, or rejected': (
    { visitor, existing },
    options,
  ) =>
    check(fc.asyncProperty(anyNames, checkNames(visitor, existing.userId)), {
      ...options,
      runs: options.runs / 4,
    }),
  'an upload of arbitrary bytes becomes a photo or is rejected': async ({ visitor }, options) =>
    check(
      fc.asyncProperty(await anyBytes(), fc.boolean(), checkUpload(visitor, options.timeoutMs)),
      { ...options, runs: options.runs / 8 },
    ),
} satisfies Record<string, (user: TestUser, options: CheckOptions) => Promise<void>>

/** Sends requests as a member, an anonymous visitor or the demo user. */
function checkRequests(
  request: fc.Arbitrary<AnyRequest>,
  { visitor }: TestUser,
  options: CheckOptions,
): Promise<void> {
  const roles = fc.constantFrom('member', 'member', 'anonymous', 'demo user')
  const property = fc.asyncProperty(request, roles, async (generated, role) => {
    const headers = {
      ...generated.headers,
      ...(role !== 'member' && { cookie: '' }),
      ...(role === 'demo user' && { 'x-demo-user': '1' }),
    }
    await sendRequest({ ...generated, headers }, visitor, options.timeoutMs)
  })
  return check(property, options)
}

function check<Input>(
  property: fc.IAsyncProperty<Input>,
  { seed, runs }: CheckOptions,
): Promise<void> {
  return fc.assert(property, { seed, numRuns: Math.ceil(runs) })
}
