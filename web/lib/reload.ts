import { reportConnectionLost } from './connection.ts'
import { storedText } from './stored-text.ts'

/** The main script of the version in this tab. Its name has a hash of its content. */
const SCRIPT = import.meta.url
const reloadedFrom = storedText('reloaded-from', 'sessionStorage')

/** @returns 0 when the server is unreachable */
async function statusOfScript(): Promise<number> {
  const response = await fetch(SCRIPT, { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  if (!response) reportConnectionLost()
  return response?.status ?? 0
}

/** Remembers the reload for this tab. @returns false if this version was reloaded before */
function isFirstReload(): boolean {
  // Without storage, a reload could follow another and lose the draft.
  return reloadedFrom.read() !== SCRIPT && reloadedFrom.write(SCRIPT)
}

let checking: Promise<void> | undefined

/**
 * Reloads a tab that was left open over a deployment, once. Then it never resolves, for any caller.
 * Only lazy parts call it: an import with a fallback of its own must not take unsaved text away.
 */
export function reloadIfStale(): Promise<void> {
  checking ??= checkAndReload().finally(() => {
    checking = undefined
  })
  return checking
}

async function checkAndReload(): Promise<void> {
  if ((await statusOfScript()) !== 404 || !isFirstReload()) return
  location.reload()
  await new Promise(() => {})
}

/**
 * Reloads unless the server is unreachable, so that no error page of the browser replaces this one.
 */
export async function reloadIfReachable(): Promise<void> {
  if ((await statusOfScript()) !== 0) location.reload()
}
