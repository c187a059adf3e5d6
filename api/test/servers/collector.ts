import http from 'node:http'
import type { AddressInfo } from 'node:net'

export interface CollectedSpan {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  kind: number
  attributes: { key: string; value: Record<string, unknown> }[]
  links?: { traceId: string; spanId: string }[]
  status: { code?: number; message?: string }
}

export interface Collector {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  url: string
  /** The received requests, in order. */
  received: { path: string | undefined; body: string }[]
  spans(): CollectedSpan[]
  /** The value of a resource attribute in the first request. */
  resource(name: string): unknown
  close(): Promise<void>
}

interface TraceExport {
  resourceSpans: {
    resource: Pick<CollectedSpan, 'attributes'>
    scopeSpans: { spans: CollectedSpan[] }[]
  }[]
}

/** Receives traces like an OpenTelemetry collector: OTLP as JSON over HTTP. */
export async function startCollector(): Promise<Collector> {
  const received: Collector['received'] = []
  const server = http.createServer(async (req, res) => {
    req.setEncoding('utf8')
    received.push({ path: req.url, body: (await req.toArray()).join('') })
    res.setHeader('Content-Type', 'application/json').end('{}')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const resourceSpans = () =>
    received.flatMap(({ body }) => (JSON.parse(body) as TraceExport).resourceSpans)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    spans: () =>
      resourceSpans().flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    resource: (name) => attributeOf(resourceSpans()[0]?.resource.attributes ?? [], name),
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

export function attributeOf(attributes: CollectedSpan['attributes'], name: string): unknown {
  return Object.values(attributes.find(({ key }) => key === name)?.value ?? {})[0]
}
