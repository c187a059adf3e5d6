import type { ServerResponse } from 'node:http'
import {
  createSourceEventStream,
  type ExecutionResult,
  execute,
  GraphQLError,
  type GraphQLObjectType,
  getNamedType,
  getOperationAST,
  isAbstractType,
  isObjectType,
  Kind,
  type SubscriptionArgs,
} from 'graphql'
import { isAsyncIterable, type Plugin, type YogaInitialContext } from 'graphql-yoga'
import type { Context, Services, Viewer } from '#api/context.ts'
import { UNAVAILABLE_CODE } from '#api/database/unavailable.ts'
import { createSameOriginCheck } from '#api/http/csrf.ts'
import { AppError } from '#api/lib/errors.ts'
import type { Stream } from '#api/live/stream.ts'
import { type StreamLimit, TooManyStreams } from '#api/live/stream-limits.ts'
import { accountOf } from '#api/token-grant.ts'
import { toGraphQLError } from './app-errors.ts'
import { dependsOnEventsOnly } from './cacheable.ts'
import { toPublicResult } from './masking.ts'
import { presentContext } from './payloads.ts'
import { selectsField } from './selects-field.ts'
import { shareResult } from './shared-results.ts'

/** What Yoga adds to the context of a request. */
interface HttpContext extends Context, YogaInitialContext {
  res?: ServerResponse
}

interface LiveArgs extends SubscriptionArgs {
  contextValue: HttpContext
}

/** Refused clients come back at different times. */
const RETRY_AFTER_S = { min: 10, spread: 20 }
/** A client that reads nothing is disconnected after this time. */
const END_TIMEOUT_MS = 1_000

const FROM_NETWORK = 'Your network has too many live connections open. Close one first.'
const messages: Record<StreamLimit, string> = {
  perAccount: 'Your account has too many live connections open. Close one first.',
  perAddress: FROM_NETWORK,
  perNetwork: FROM_NETWORK,
  perProcess: 'Live updates are not available at the moment. Please try again later.',
}

/** Runs subscriptions as streams that follow the viewer's session and visibility. */
export function subscriptions({ settings, streams }: Services): Plugin<HttpContext> {
  const isSameOrigin = createSameOriginCheck(settings)

  async function subscribe(args: LiveArgs) {
    const context = args.contextValue
    // The check of other requests lets any site read by GET, as no site can see the response.
    if (!context.token && !isSameOrigin(headersOf(context))) return { errors: [otherOrigin()] }
    // graphql-js would throw.
    if (!selectsField(args)) return { errors: [noField()] }
    try {
      const stream = await openStream(context, streams)
      return await respond({ ...args, contextValue: { ...context, stream } }, stream)
    } catch (error) {
      if (error instanceof TooManyStreams) return { errors: [tooManyStreams(error)] }
      throw error
    }
  }

  return {
    onSubscribe: ({ setSubscribeFn }) => setSubscribeFn((args) => subscribe(args as LiveArgs)),
    onResponse({ response: { headers } }) {
      if (headers.get('content-type') !== 'text/event-stream') return
      // Yoga's own header lets caches store a stream.
      headers.set('Cache-Control', 'private, no-store')
      // nginx would hold events back.
      headers.set('X-Accel-Buffering', 'no')
    },
  }
}

function headersOf({ request }: HttpContext) {
  return {
    origin: request.headers.get('origin') ?? undefined,
    'sec-fetch-site': request.headers.get('sec-fetch-site') ?? undefined,
  }
}

async function openStream(context: HttpContext, streams: Services['streams']) {
  const { clientAddress, findViewer = async () => null, res } = context
  const viewer = accountOf(context)
  // Many people share the demo user.
  const accountId = viewer?.isDemo ? null : (viewer?.id ?? null)
  const stream = await streams.open({ viewer, accountId, address: clientAddress, findViewer })
  // The caller may have disconnected meanwhile.
  if (res?.closed) stream.end()
  else res?.once('close', () => stream.end())
  stream.onEnd(() => setTimeout(() => res?.destroy(), END_TIMEOUT_MS).unref())
  return stream
}

async function respond(
  args: LiveArgs,
  stream: Stream<Viewer>,
): Promise<ExecutionResult | AsyncIterableIterator<ExecutionResult>> {
  const source = await createSourceEventStream(args)
  if (isAsyncIterable(source)) return cancellable(responses(args, source, stream), stream)
  stream.end()
  return publicErrors(source.errors ?? [], args)
}

/** Without this, a generator that waits for a batch would return only after it. */
function cancellable<Value>(
  generator: AsyncGenerator<Value>,
  stream: Stream<Viewer>,
): AsyncIterableIterator<Value> {
  return {
    next: () => generator.next(),
    return() {
      stream.end()
      return generator.return(undefined)
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

async function* responses(
  args: LiveArgs,
  source: AsyncIterable<unknown>,
  stream: Stream<Viewer>,
): AsyncGenerator<ExecutionResult> {
  const sharedKeyOf = sharedKeys(args)
  try {
    for await (const event of source)
      yield await shareResult(event, sharedKeyOf(event), () => run(args, event))
  } catch (error) {
    const originalError = error instanceof Error ? error : new Error(String(error))
    yield publicErrors([new GraphQLError(originalError.message, { originalError })], args)
  } finally {
    stream.end()
  }
}

async function run(args: LiveArgs, rootValue: unknown): Promise<ExecutionResult> {
  const contextValue = presentContext(args.contextValue)
  const result = await execute({ ...args, rootValue, contextValue })
  return toPublicResult(result, contextValue, args.operationName)
}

/** A key for the results of an event: null when they also depend on the viewer or on variables. */
function sharedKeys(args: LiveArgs): (event: unknown) => string | null {
  const { schema, document, operationName, contextValue } = args
  const text = contextValue.params.query
  const key = JSON.stringify([operationName ?? null, text])
  const isShared = new Map<GraphQLObjectType, boolean>()
  const types = eventTypes(args)
  return (event) => {
    const type = types.length === 1 ? types[0] : types.find((each) => isOf(each, event))
    if (text === undefined || !type) return null
    const known = isShared.get(type) ?? dependsOnEventsOnly(schema, document, type)
    isShared.set(type, known)
    return known ? key : null
  }
}

const isOf = ({ isTypeOf }: GraphQLObjectType, event: unknown) =>
  // Ours look at the value alone.
  isTypeOf?.(event, undefined, undefined as never) === true

/** The types that the events of a subscription can have. */
function eventTypes({ schema, document, operationName }: LiveArgs): readonly GraphQLObjectType[] {
  const [field] = getOperationAST(document, operationName)?.selectionSet.selections ?? []
  const root = field?.kind === Kind.FIELD ? field.name.value : ''
  const { type } = schema.getSubscriptionType()?.getFields()[root] ?? {}
  const named = type && getNamedType(type)
  if (isAbstractType(named)) return schema.getPossibleTypes(named)
  return isObjectType(named) ? [named] : []
}

function publicErrors(
  errors: readonly GraphQLError[],
  { contextValue, operationName }: LiveArgs,
): ExecutionResult {
  const known = errors.map((error) =>
    error.originalError instanceof AppError ? toGraphQLError(error.originalError) : error,
  )
  return toPublicResult({ errors: known }, contextValue, operationName)
}

function noField(): GraphQLError {
  return new GraphQLError('The subscription has no field to subscribe to.', {
    extensions: { code: 'BAD_INPUT', http: { status: 400 } },
  })
}

function otherOrigin(): GraphQLError {
  return new GraphQLError('Good Vibes only opens live connections for its own pages.', {
    extensions: { code: 'FORBIDDEN', reason: 'ORIGIN_NOT_ALLOWED', http: { status: 403 } },
  })
}

function tooManyStreams({ limit }: TooManyStreams): GraphQLError {
  const seconds = RETRY_AFTER_S.min + Math.floor(Math.random() * RETRY_AFTER_S.spread)
  const http = { status: 503, headers: { 'Retry-After': String(seconds) } }
  return new GraphQLError(messages[limit], { extensions: { code: UNAVAILABLE_CODE, http } })
}
