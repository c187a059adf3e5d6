import { HttpResponse } from 'msw'
import { onSubscription } from './api.ts'
import { ada } from './data.ts'
import { network } from './network.ts'

export interface MockStream {
  variables: Record<string, unknown>
  send(data: object): void
  /** The server ends the stream. */
  end(): void
  /** Whether the client has closed it. */
  isClosed(): boolean
}

/**
 * Opens each stream of a page.
 * @param first the data of its first event
 * @returns the streams so far
 */
export function mockStreams(first?: object): MockStream[] {
  const streams: MockStream[] = []
  network.use(
    onSubscription(({ variables }) => {
      const encoder = new TextEncoder()
      let controller: ReadableStreamDefaultController<Uint8Array>
      let isClosed = false
      const body = new ReadableStream<Uint8Array>({
        start(started) {
          controller = started
        },
        cancel() {
          isClosed = true
        },
      })
      const write = (event: string, data: string) =>
        controller.enqueue(encoder.encode(`event: ${event}\ndata: ${data}\n\n`))
      const send = (data: object) => write('next', JSON.stringify({ data: { live: data } }))
      if (first) send(first)
      streams.push({
        variables,
        send,
        end() {
          write('complete', '')
          controller.close()
        },
        isClosed: () => isClosed,
      })
      return new HttpResponse(body, { headers: { 'content-type': 'text/event-stream' } }) as never
    }),
  )
  return streams
}

interface Unread {
  count: number
  delivery?: 'AS_IT_HAPPENS' | 'THREE_TIMES_A_DAY'
  timeZone?: string | null
}

/** The unread notifications of `ada`, as the stream reports them. */
export const unreadData = ({
  count,
  delivery = 'THREE_TIMES_A_DAY',
  timeZone = 'Europe/Berlin',
}: Unread) => ({
  __typename: 'User',
  id: ada.id,
  unreadNotificationsCount: count,
  notificationSettings: { __typename: 'NotificationSettings', delivery, timeZone },
})

export const mockUnread = (unread: Unread) => mockStreams(unreadData(unread))
