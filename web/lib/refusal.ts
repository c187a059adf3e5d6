import { useEffect, useState } from 'react'
import { ApiError, messageOf } from './api-error.ts'
import { loadReasonText } from './lazy-reason-text.ts'
import { SIGN_IN_FIRST, signInOffer } from './sign-in-offer.ts'

const SERVER_ERROR = 500
const OUT_OF_SPACE = 507

/** The stable name of what a request failed for, if the server gave one. */
export function reasonOf(error: unknown): string | undefined {
  if (error instanceof ApiError) return error.code
  const [first] = (error as { errors?: { extensions?: { reason?: unknown } }[] })?.errors ?? []
  const reason = first?.extensions?.reason
  return typeof reason === 'string' ? reason : undefined
}

/**
 * The text for a request that failed as a whole: the catalogue's where it knows the reason, else
 * the error's message; undefined when that is technical.
 */
export async function failureText(error: unknown): Promise<string | undefined> {
  return (await textOf(error, messageOf(error, ''))) || undefined
}

async function textOf(error: unknown, message: string): Promise<string> {
  const reasonText = await loadReasonText()
  return reasonText({ reason: reasonOf(error), message })
}

/** Whether the server understood a request and said no. */
function isRefusal(error: unknown): boolean {
  const isFault =
    error instanceof ApiError && error.status >= SERVER_ERROR && error.status !== OUT_OF_SPACE
  return reasonOf(error) !== undefined && !isFault
}

/** Why the server refused a request, without the status; undefined for other failures. */
export async function refusalText(error: unknown): Promise<string | undefined> {
  if (!isRefusal(error)) return undefined
  const message = error instanceof ApiError ? error.detail : messageOf(error, '')
  return (await textOf(error, message)) || undefined
}

/**
 * What to say about a failed read: why the server refused it, and the title for other failures.
 * Empty until the text of the reason is loaded, so that nothing is announced twice. Offers to sign
 * in where that helps.
 */
export function useFailureText(error: unknown, title: string): string {
  const [loaded, setLoaded] = useState<{ error: unknown; text: string | undefined }>()
  useEffect(() => {
    let isCurrent = true
    if (reasonOf(error) === SIGN_IN_FIRST) signInOffer.set(true)
    if (isRefusal(error))
      void refusalText(error).then((text) => isCurrent && setLoaded({ error, text }))
    return () => {
      isCurrent = false
    }
  }, [error])
  if (!isRefusal(error)) return title
  return loaded?.error === error ? loaded?.text || title : ''
}
