import { useCallback, useEffect, useState } from 'react'
import { paths, signInPath } from '#rules/paths.ts'
import { ApiError, needsSignIn } from '../../lib/api-error.ts'
import { connectionLost, reportConnectionLost } from '../../lib/connection.ts'
import { t } from '../../lib/i18n.ts'
import { type Call, request } from '../../lib/request.ts'
import { signInOffer } from '../../lib/sign-in-offer.ts'
import { requestMessages } from '../../messages/request.ts'
import { showToast } from '../../ui/toast.ts'

/** The status of an error without a response. */
const UNREACHABLE = 0

/**
 * Like `request`, but offers to sign in when the session has ended.
 * @throws ApiError
 */
export const accountRequest: typeof request = async (...args) => {
  try {
    return await request(...args)
  } catch (error) {
    if (needsSignIn(error)) signInOffer.set(true)
    noteLostConnection(error)
    throw error
  }
}

function noteLostConnection(error: unknown) {
  if (error instanceof ApiError && error.status === UNREACHABLE) reportConnectionLost()
}

export interface AccountResource<T> {
  /** The last response, also after a failed reload. */
  data: T | undefined
  /** Of the last request; undefined if it succeeded. */
  error: unknown
  reload: () => Promise<void>
}

/**
 * Loads a resource of the account, or redirects to the sign-in page without a session. After a
 * failure it loads again when the server is reachable again.
 */
export function useAccountResource<T>(call: Call<undefined, T>): AccountResource<T> {
  const [{ data, error }, setState] = useState<{ data: T | undefined; error: unknown }>({
    data: undefined,
    error: undefined,
  })
  const reload = useCallback(async () => {
    try {
      const data = await request(call)
      setState({ data, error: undefined })
    } catch (error) {
      if (needsSignIn(error)) location.replace(signInPath(paths.settings))
      noteLostConnection(error)
      setState(({ data }) => ({ data, error }))
    }
  }, [call])
  useEffect(() => {
    void reload()
  }, [reload])
  const hasFailed = error !== undefined
  useEffect(() => {
    if (hasFailed) return connectionLost.subscribe(() => connectionLost.get() || void reload())
  }, [hasFailed, reload])
  return { data, error, reload }
}

/** Shows the reason of a failed request as a toast, unless the page offers to sign in. */
export function toastError(error: unknown) {
  if (needsSignIn(error)) return
  showToast({
    kind: 'error',
    title: error instanceof ApiError ? error.detail : t(requestMessages.failed),
  })
}
