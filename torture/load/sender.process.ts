/**
 * The program of a process that sends requests, as many a second as it is told whether they are answered or not, and measures
 * the answers. It has connections of its own without a library in between, to send ten times what the product can serve.
 */
import { connect, type Socket } from 'node:net'

export interface Order {
  port: number
  /** Whole HTTP requests; one after the other is sent, over and over. */
  requests: string[]
  seconds: number
  /** How many a second; null for as many as the connections take, each with one under way. */
  rate: number | null
  /** At most. */
  connections: number
  /** Seconds at the beginning that are told apart: all connections are made then. */
  rampUp?: number
}

export interface Answers {
  /** Milliseconds from the moment of asking to the whole answer, by status. */
  latencies: Record<string, number[]>
  /** The same of what was asked while the load ramped up. */
  early: Record<string, number[]>
  /** Connections that broke with a request under way. */
  broken: number
  /** Requests that were not made when they were due, because all connections waited for answers. */
  unmade: number
  /** Requests without an answer at the end. */
  unanswered: number
  /** Of the answers with status 503, those that do not say when to try again. */
  silent: number
}

/** Milliseconds that answers are waited for at the end. */
const PATIENCE = 10_000

process.on('disconnect', () => process.exit())
process.once('message', (order: Order) => {
  void send(order).then((answers) =>
    process.send?.(answers, undefined, undefined, () => process.exit()),
  )
})

interface Line {
  socket: Socket
  /** When what is under way was due; null while nothing is. */
  due: number | null
  received: string
}

async function send({
  port,
  requests,
  seconds,
  rate,
  connections,
  rampUp = 0,
}: Order): Promise<Answers> {
  const answers: Answers = {
    latencies: {},
    early: {},
    broken: 0,
    unmade: 0,
    unanswered: 0,
    silent: 0,
  }
  const free: Line[] = []
  const began = performance.now()
  const end = began + seconds * 1_000
  let [open, next] = [0, 0]

  function openLine(due: number) {
    open++
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }).setEncoding('latin1')
    const line: Line = { socket, due: null, received: '' }
    socket.on('data', (text: unknown) => receive(line, String(text)))
    socket.on('error', () => {})
    socket.once('close', () => {
      open--
      if (line.due !== null) answers.broken++
      const at = free.indexOf(line)
      if (at >= 0) free.splice(at, 1)
    })
    ask(line, due)
  }
  function ask(line: Line, due: number) {
    line.due = due
    line.socket.write(requests[next++ % requests.length] ?? '', 'latin1')
  }
  function receive(line: Line, text: string) {
    line.received += text
    const head = line.received.indexOf('\r\n\r\n')
    if (head < 0 || line.due === null) return
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(line.received.slice(0, head))?.[1] ?? 0)
    if (line.received.length < head + 4 + length) return
    const status = line.received.slice(9, 12)
    const now = performance.now()
    const latencies = line.due - began < rampUp * 1_000 ? answers.early : answers.latencies
    latencies[status] ??= []
    latencies[status].push(now - line.due)
    if (status === '503' && !/\r\nretry-after: \d/i.test(line.received.slice(0, head)))
      answers.silent++
    line.received = ''
    line.due = null
    if (rate === null && now < end) ask(line, now)
    else free.push(line)
  }

  if (rate === null) for (let i = 0; i < connections; i++) openLine(performance.now())
  else {
    for (
      let sent = 0;
      performance.now() < end;
      await new Promise((resolve) => setTimeout(resolve, 1))
    ) {
      for (; sent < ((Math.min(performance.now(), end) - began) / 1_000) * rate; sent++) {
        // Not when it was due: that this process was late is not the product's fault.
        const due = performance.now()
        const line = free.pop()
        if (line) ask(line, due)
        else if (open < connections) openLine(due)
        else answers.unmade++
      }
    }
  }
  const over = Math.max(end, performance.now())
  while (performance.now() < over || (performance.now() < over + PATIENCE && free.length < open))
    await new Promise((resolve) => setTimeout(resolve, 10))
  return { ...answers, unanswered: open - free.length }
}
