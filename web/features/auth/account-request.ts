import { useCallback, useEffect, useState } from 'react'
import { messages } from '#rules/messages.ts'
import { paths, signInPath } from '#rules/paths.ts'
import { authRequest, RequestProblem } from '../../lib/auth-request.ts'
import { showToast } from '../../ui/toast.ts'

const UNAUTHENTICATED = 401

/**
 * As `authRequest`, for what is one's own: whoever's session has ended meanwhile is led to the sign-in page, and from there back.
 * @throws RequestProblem
 */
export async function ownRequest(path: string, body?: object, method?: string): Promise<unknown> {
  try {
    return await authRequest(path, body, method)
  } catch (reason) {
    if (reason instanceof RequestProblem && reason.status === UNAUTHENTICATED)
      location.replace(signInPath(paths.settings))
    throw reason
  }
}

/** What is kept of one's own, as the server told it last. */
export interface Own<T> {
  data: T | undefined
  failed: boolean
  reload: () => Promise<void>
}

export function useOwn<T>(path: string): Own<T> {
  const [{ data, failed }, setAnswer] = useState<{ data: T | undefined; failed: boolean }>({
    data: undefined,
    failed: false,
  })
  const reload = useCallback(async () => {
    try {
      const data = (await ownRequest(path)) as T
      setAnswer({ data, failed: false })
    } catch {
      setAnswer(({ data }) => ({ data, failed: true }))
    }
  }, [path])
  useEffect(() => {
    void reload()
  }, [reload])
  return { data, failed, reload }
}

/** Tells what went wrong, in the server's words where it had any. */
export function tellProblem(reason: unknown) {
  showToast({
    kind: 'bad',
    title: reason instanceof RequestProblem ? reason.message : messages.somethingWentWrong,
  })
}
