import { useCallback, useEffect, useState } from 'react'
import { paths, signInPath } from '#rules/paths.ts'
import { ApiError } from '../../lib/api-error.ts'
import { t } from '../../lib/i18n.ts'
import { type Call, request } from '../../lib/request.ts'
import { requestMessages } from '../../messages/request.ts'
import { showToast } from '../../ui/toast.ts'

const UNAUTHENTICATED = 401

/**
 * Like `request`, but redirects to the sign-in page when the session has ended.
 * @throws ApiError
 */
export const accountRequest: typeof request = async (...args) => {
  try {
    return await request(...args)
  } catch (error) {
    if (error instanceof ApiError && error.status === UNAUTHENTICATED)
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

/** Loads a resource of the account. */
export function useAccountResource<T>(call: Call<undefined, T>): AccountResource<T> {
  const [{ data, failed }, setState] = useState<{ data: T | undefined; failed: boolean }>({
    data: undefined,
    failed: false,
  })
  const reload = useCallback(async () => {
    try {
      const data = await accountRequest(call)
      setState({ data, failed: false })
    } catch {
      setState(({ data }) => ({ data, failed: true }))
    }
  }, [call])
  useEffect(() => {
    void reload()
  }, [reload])
  return { data, failed, reload }
}

/** Shows the reason of a failed request as a toast. */
export function toastError(error: unknown) {
  showToast({
    kind: 'error',
    title: error instanceof ApiError ? error.detail : t(requestMessages.failed),
  })
}
