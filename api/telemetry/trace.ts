import type { IncomingMessage } from 'node:http'

/** A running span of a trace: a request, an operation or a statement. */
export interface Span {
  /** For the log; null when the trace is not sampled. */
  readonly traceId: string | null
  /** @param details `text` is SQL without its parameters */
  startChild(name: string, details?: { operation?: string | null; text?: string }): Span
  /** Starts a child span for a shared statement, linked to the span that runs it. */
  startLinked(name: string, target: Span | null): Span
  /** @param failure an error code, never a message: messages repeat what people wrote */
  end(
    failure?: { code: string } | null,
    attributes?: Readonly<Record<string, string | number>>,
  ): void
  rename(name: string): void
}

export interface Tracer {
  /**
   * Continues the caller's trace or starts a new one.
   * @param startedAt milliseconds by the clock of `performance`
   */
  startRequest(req: IncomingMessage, startedAt: number): Span
}

/** Null while tracing is off. */
export let tracer: Tracer | null = null

export function setTracer(next: Tracer | null): void {
  tracer = next
}

export function toSpanFailure(error: unknown): { code: string } | null {
  if (!error) return null
  const { code, name } = error as { code?: unknown; name?: unknown }
  return { code: String(code ?? name ?? 'unknown') }
}
