import { useEffect, useState } from 'react'
import { ApiError, messageOf } from './api-error.ts'
import { loadReasonText } from './lazy-reason-text.ts'

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
  const textOf = await loadReasonText()
  return textOf({ reason: reasonOf(error), message: messageOf(error, '') }) || undefined
}

/** Why the server refused a request; undefined for other failures, and until the text is loaded. */
export function useRefusal(error: unknown): string | undefined {
  const [text, setText] = useState<string>()
  const isRefused = reasonOf(error) !== undefined
  useEffect(() => {
    let isCurrent = true
    const message = error instanceof ApiError ? error.detail : messageOf(error, '')
    const show = (textOf: Awaited<ReturnType<typeof loadReasonText>>) => {
      if (isCurrent) setText(textOf({ reason: reasonOf(error), message }))
    }
    if (isRefused) void loadReasonText().then(show)
    return () => {
      isCurrent = false
    }
  }, [error, isRefused])
  return isRefused ? text : undefined
}
