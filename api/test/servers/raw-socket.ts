import net from 'node:net'

export interface RawExchange {
  /** Null if the server closed the connection without a response. */
  status: number | null
  /** Headers in lower case; of several with one name, the last. */
  headers: ReadonlyMap<string, string>
  /** Everything after the headers, chunk sizes included. */
  body: string
  /** All bytes as text. */
  text: string
}

/** Sends bytes as they are, and reads until the server closes the connection. */
export function rawExchange(url: string, bytes: string): Promise<RawExchange> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const socket = net.connect(Number(new URL(url).port), 'localhost')
    socket.on('data', (chunk) => chunks.push(chunk))
    // A server that closes early may reset the connection.
    socket.on('error', () => {})
    socket.on('close', () => resolve(parse(Buffer.concat(chunks).toString('latin1'))))
    socket.write(bytes, 'latin1')
  })
}

function parse(all: string): RawExchange {
  const text = all.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '')
  const end = text.indexOf('\r\n\r\n')
  const [statusLine = '', ...lines] = text.slice(0, end).split('\r\n')
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1]
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  return {
    status: status === undefined ? null : Number(status),
    headers: new Map(headers),
    body: text.slice(end + 4),
    text,
  }
}
