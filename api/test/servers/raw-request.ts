import http, {
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type RequestOptions,
} from 'node:http'

export interface RawResponse {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

interface RawRequest extends Omit<RequestOptions, 'headers'> {
  headers?: OutgoingHttpHeaders
  body?: string
}

/** A request without default headers, in which any header can be set, even `Host`. */
export function rawRequest(
  url: string,
  { body, headers, ...options }: RawRequest = {},
): Promise<RawResponse> {
  const length = body ? { 'content-length': Buffer.byteLength(body) } : {}
  return new Promise((resolve, reject) => {
    const request = http.request(
      url,
      { agent: false, headers: { ...length, ...headers }, ...options },
      (response) => {
        response.on('error', reject)
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks).toString(),
          }),
        )
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}
