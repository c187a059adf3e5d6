import type { IncomingHttpHeaders } from 'node:http'

/** Whether a request carries an HTML form that needs no script to be sent. */
export function hasForm(headers: IncomingHttpHeaders): boolean {
  return /^application\/x-www-form-urlencoded\s*(;|$)/i.test(headers['content-type'] ?? '')
}
