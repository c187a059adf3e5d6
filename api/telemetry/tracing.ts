import type { IncomingMessage } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import {
  type Context,
  defaultTextMapGetter,
  type Link,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import type { TracingSettings } from '#api/settings/settings.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { setTracer, type Traced } from './trace.ts'

const { version } = packageJson
/** Between two complaints about a collector that does not take what it is sent, in milliseconds. */
const BETWEEN_COMPLAINTS = 60_000
/** How long the collector may take, and the end of the process for what is sent last, in milliseconds. */
const PATIENCE = { collector: 3_000, end: 4_000 }
const LONGEST_STATEMENT = 2_000
const FIRST_WORD = /^\s*(?:--.*\n\s*)*(\w+)/

/**
 * Sends traces of requests to an OpenTelemetry collector from now on. A collector that is away costs spans and nothing else.
 * @param trustsCallers whether a proxy in front decides which traces are kept; else it is decided here, whatever callers say
 * @returns its end, which sends what is left
 */
export function startTracing(
  { endpoint, serviceName, ratio }: TracingSettings,
  trustsCallers: boolean,
  log: Logger,
): () => Promise<void> {
  let complained = Number.NEGATIVE_INFINITY
  const complain = (error: unknown) => {
    if (performance.now() - complained < BETWEEN_COMPLAINTS) return
    complained = performance.now()
    // Its words may repeat the address, with a password in it.
    log.warn(
      { code: (error as { code?: unknown }).code },
      'Traces could not be sent to OTEL_EXPORTER_OTLP_ENDPOINT',
    )
  }
  setGlobalErrorHandler(complain)
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    timeoutMillis: PATIENCE.collector,
  })
  const sampler = new TraceIdRatioBasedSampler(ratio)
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': version }),
    sampler: new ParentBasedSampler({
      root: sampler,
      ...(!trustsCallers && { remoteParentSampled: sampler, remoteParentNotSampled: sampler }),
    }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const spans = provider.getTracer('good-vibes', version)
  const propagator = new W3CTraceContextPropagator()

  function traced(
    name: string,
    kind: SpanKind,
    parent: Context,
    { begun, links = [] }: { begun?: number; links?: Link[] } = {},
  ): Traced {
    const span = spans.startSpan(
      name,
      { kind, links, ...(begun !== undefined && { startTime: performance.timeOrigin + begun }) },
      parent,
    )
    return new SpanTraced(span, parent, traced)
  }

  setTracer({
    request({ method = '', headers }: IncomingMessage, begun) {
      return traced(
        method,
        SpanKind.SERVER,
        propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter),
        { begun },
      )
    },
  })
  return async () => {
    setTracer(null)
    await Promise.race([
      provider.shutdown().catch(complain),
      setTimeout(PATIENCE.end, undefined, { ref: false }),
    ])
  }
}

type Start = (name: string, kind: SpanKind, parent: Context, about?: { links?: Link[] }) => Traced

class SpanTraced implements Traced {
  readonly #span: Span
  readonly #within: Context
  readonly #start: Start

  constructor(span: Span, parent: Context, start: Start) {
    this.#span = span
    this.#within = trace.setSpan(parent, span)
    this.#start = start
  }

  get traceId(): string | null {
    return this.#span.isRecording() ? this.#span.spanContext().traceId : null
  }

  get link(): Link {
    return { context: this.#span.spanContext() }
  }

  begin(
    name: string,
    { operation, text }: { operation?: string | null; text?: string } = {},
  ): Traced {
    const kind = text === undefined ? SpanKind.INTERNAL : SpanKind.CLIENT
    const child = this.#start(
      text === undefined ? name : (FIRST_WORD.exec(text)?.[1]?.toUpperCase() ?? name),
      kind,
      this.#within,
    )
    if (child instanceof SpanTraced && operation)
      child.#span.setAttribute('graphql.operation.name', operation)
    if (child instanceof SpanTraced && text !== undefined)
      child.#span.setAttributes({
        'db.system.name': 'postgresql',
        'db.query.text': text.slice(0, LONGEST_STATEMENT),
      })
    return child
  }

  beginShared(name: string, first: Traced | null): Traced {
    return this.#start(
      name,
      SpanKind.INTERNAL,
      this.#within,
      first instanceof SpanTraced ? { links: [first.link] } : {},
    )
  }

  rename(name: string) {
    this.#span.updateName(name)
  }

  end(
    failed: { code: string } | null = null,
    about: Readonly<Record<string, string | number>> = {},
  ) {
    this.#span.setAttributes(about)
    if (failed)
      this.#span.setAttribute('error.type', failed.code).setStatus({ code: SpanStatusCode.ERROR })
    this.#span.end()
  }
}
