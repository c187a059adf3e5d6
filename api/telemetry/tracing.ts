import type { IncomingMessage } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import {
  type Context,
  defaultTextMapGetter,
  type Link,
  type Span as OtelSpan,
  ROOT_CONTEXT,
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
import { type Span, setTracer } from './trace.ts'

const { version } = packageJson
const WARNING_INTERVAL_MS = 60_000
const EXPORT_TIMEOUT_MS = 3_000
const SHUTDOWN_TIMEOUT_MS = 4_000
const MAX_STATEMENT_CHARACTERS = 2_000
const SQL_COMMAND = /^\s*(?:--.*\n\s*)*(\w+)/

/**
 * Starts to export traces to an OpenTelemetry collector. Spans are lost while it is unreachable.
 * @param trustsCallers whether to follow the sampling decision of the caller, a trusted proxy
 * @returns a function that exports the remaining spans and stops
 */
export function startTracing(
  { endpoint, serviceName, ratio }: TracingSettings,
  trustsCallers: boolean,
  log: Logger,
  { exportTimeoutMs = EXPORT_TIMEOUT_MS, shutdownTimeoutMs = SHUTDOWN_TIMEOUT_MS } = {},
): () => Promise<void> {
  let warnedAt = Number.NEGATIVE_INFINITY
  const warn = (error: unknown) => {
    if (performance.now() - warnedAt < WARNING_INTERVAL_MS) return
    warnedAt = performance.now()
    // The message may contain the collector's URL, which may contain a password.
    log.warn(
      { code: (error as { code?: unknown }).code },
      'Failed to send traces to OTEL_EXPORTER_OTLP_ENDPOINT',
    )
  }
  setGlobalErrorHandler(warn)
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    timeoutMillis: exportTimeoutMs,
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
  const otelTracer = provider.getTracer('good-vibes', version)
  const propagator = new W3CTraceContextPropagator()

  function startSpan(
    name: string,
    kind: SpanKind,
    parent: Context,
    { startedAt, links = [] }: { startedAt?: number; links?: Link[] } = {},
  ): Span {
    const span = otelTracer.startSpan(
      name,
      {
        kind,
        links,
        ...(startedAt !== undefined && { startTime: performance.timeOrigin + startedAt }),
      },
      parent,
    )
    return new ExportedSpan(span, parent, startSpan)
  }

  setTracer({
    startRequest({ method = '', headers }: IncomingMessage, startedAt) {
      return startSpan(
        method,
        SpanKind.SERVER,
        propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter),
        { startedAt },
      )
    },
  })
  return async () => {
    setTracer(null)
    await Promise.race([
      provider.shutdown().catch(warn),
      setTimeout(shutdownTimeoutMs, undefined, { ref: false }),
    ])
  }
}

type StartSpan = (
  name: string,
  kind: SpanKind,
  parent: Context,
  options?: { links?: Link[] },
) => Span

class ExportedSpan implements Span {
  readonly #span: OtelSpan
  readonly #context: Context
  readonly #startSpan: StartSpan

  constructor(span: OtelSpan, parent: Context, startSpan: StartSpan) {
    this.#span = span
    this.#context = trace.setSpan(parent, span)
    this.#startSpan = startSpan
  }

  get traceId(): string | null {
    return this.#span.isRecording() ? this.#span.spanContext().traceId : null
  }

  get link(): Link {
    return { context: this.#span.spanContext() }
  }

  startChild(
    name: string,
    { operation, text }: { operation?: string | null; text?: string } = {},
  ): Span {
    const kind = text === undefined ? SpanKind.INTERNAL : SpanKind.CLIENT
    const child = this.#startSpan(
      text === undefined ? name : (SQL_COMMAND.exec(text)?.[1]?.toUpperCase() ?? name),
      kind,
      this.#context,
    )
    if (child instanceof ExportedSpan && operation)
      child.#span.setAttribute('graphql.operation.name', operation)
    if (child instanceof ExportedSpan && text !== undefined)
      child.#span.setAttributes({
        'db.system.name': 'postgresql',
        'db.query.text': text.slice(0, MAX_STATEMENT_CHARACTERS),
      })
    return child
  }

  startLinked(name: string, target: Span | null): Span {
    return this.#startSpan(
      name,
      SpanKind.INTERNAL,
      this.#context,
      target instanceof ExportedSpan ? { links: [target.link] } : {},
    )
  }

  rename(name: string) {
    this.#span.updateName(name)
  }

  end(
    failure: { code: string } | null = null,
    attributes: Readonly<Record<string, string | number>> = {},
  ) {
    this.#span.setAttributes(attributes)
    if (failure)
      this.#span.setAttribute('error.type', failure.code).setStatus({ code: SpanStatusCode.ERROR })
    this.#span.end()
  }
}
