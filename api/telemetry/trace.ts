import type { IncomingMessage } from 'node:http'

/** Something that is traced while it is under way: a request, an operation, a statement. */
export interface Traced {
  /** By which the log knows the trace; null where it is not kept. */
  readonly traceId: string | null
  /** Something that is part of it. `text` is a statement without its parameters. */
  begin(name: string, about?: { operation?: string | null; text?: string }): Traced
  /** Waits for something that is done for several, which is part of one of their traces: the others lead there. */
  beginShared(name: string, first: Traced | null): Traced
  /** @param failed whether it went wrong, and the code of why; never in words, which repeat what people wrote */
  end(failed?: { code: string } | null, about?: Readonly<Record<string, string | number>>): void
  rename(name: string): void
}

export interface Tracer {
  /** Goes on with a trace that the caller has begun, or begins one. `begun` is a time of `performance`. */
  request(req: IncomingMessage, begun: number): Traced
}

/** What traces requests; null where nothing does, which is all that it costs then. */
export let tracer: Tracer | null = null

export function setTracer(next: Tracer | null): void {
  tracer = next
}

export function toSpanFailure(error: unknown): { code: string } | null {
  if (!error) return null
  const { code, name } = error as { code?: unknown; name?: unknown }
  return { code: String(code ?? name ?? 'unknown') }
}
