import { useCallback, useEffect, useState } from 'react'
import { messages } from '#rules/messages.ts'
import { paths, signInPath } from '#rules/paths.ts'
import { authRequest, RequestProblem } from '../../lib/auth-request.ts'
import { showToast } from '../../ui/toast.ts'

const UNAUTHENTICATED = 401

/**
 * Like `authRequest`, but redirects to the sign-in page when the session has ended.
 * @throws RequestProblem
 */
export async function accountRequest(
  path: string,
  body?: object,
  method?: string,
): Promise<unknown> {
  try {
    return await authRequest(path, body, method)
  } catch (error) {
    if (error instanceof RequestProblem && error.status === UNAUTHENTICATED)
      location.replace(signInPath(paths.settings))
    throw error
  }
}

export interface AccountResource<T> {
  /** The last response, also after a failed reload. */
  data: T | undefined
  failed: boolean
  reload: () => Promise<void>
}

/** Loads JSON from an account endpoint, by GET. */
export function useAccountResource<T>(path: string): AccountResource<T> {
  const [{ data, failed }, setState] = useState<{ data: T | undefined; failed: boolean }>({
    data: undefined,
    failed: false,
  })
  const reload = useCallback(async () => {
    try {
      const data = (await accountRequest(path)) as T
      setState({ data, failed: false })
    } catch {
      setState(({ data }) => ({ data, failed: true }))
    }
  }, [path])
  useEffect(() => {
    void reload()
  }, [reload])
  return { data, failed, reload }
}

/** Shows the message of a failed request as a toast. */
export function toastError(error: unknown) {
  showToast({
    kind: 'error',
    title: error instanceof RequestProblem ? error.message : messages.somethingWentWrong,
  })
}
