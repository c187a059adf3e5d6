import type { ApolloCache, TypedDocumentNode } from '@apollo/client'
import type { Unmasked } from '@apollo/client/masking'
import { useApolloClient } from '@apollo/client/react'
import { useCallback } from 'react'
import { ApiError, type ApiErrorOptions } from '../lib/api-error.ts'
import { t } from '../lib/i18n.ts'
import { loadReasonText } from '../lib/lazy-reason-text.ts'
import { failureText, reasonOf } from '../lib/refusal.ts'
import { SIGN_IN_FIRST, signInOffer } from '../lib/sign-in-offer.ts'
import { requestMessages } from '../messages/request.ts'
import { showToast, type ToastMessage } from '../ui/toast.ts'
import { SupersededError } from './serializing-link.ts'

interface UserError {
  reason?: string | null
  field?: string | null
  message: string
}

interface Payload {
  __typename: string
  userErrors: UserError[]
}

type Toast = Omit<ToastMessage, 'kind'>

interface MutateOptions<P extends Payload> {
  /** What the server will return. Shown at once, and rolled back on failure. */
  optimistic?: Omit<Unmasked<P>, keyof Payload>
  /** Changes the cache: for the optimistic payload, then for the server's if it has no error. */
  update?: (cache: ApolloCache, payload: Unmasked<P>) => void
  /** Names a state with two sides. A later change of it replaces one that waits to be sent. */
  toggle?: string
  successToast?: Toast
  /**
   * By default, the error's text is the title. Null shows none. An error that needs signing in
   * offers that instead.
   */
  failureToast?: ((error: ApiError) => Toast | null) | null
}

/**
 * The fields of the payload, or what went wrong. A technical error has an empty `detail`; one that
 * the server gave a reason for has a `code`.
 */
export type MutationOutcome<Result = unknown> =
  | (Result & { error?: undefined })
  | ({ [Field in keyof Result]?: undefined } & { error: ApiError })

/** Sends the mutation. Never rejects: an error is part of the outcome, and a toast. */
type Mutate<Input, P extends Payload> = (
  input: Input,
  options?: MutateOptions<P>,
) => Promise<MutationOutcome<Omit<P, keyof Payload>>>

/** What codegen knows of a mutation. */
interface MutationNames {
  field: string
  payload: string
  /** The input's id. Mutations of the same object are sent one after another. */
  idField?: string
}

const defaultToast = ({ detail }: ApiError): Toast => ({
  title: detail || t(requestMessages.failed),
})

type Failure = Omit<ApiErrorOptions, 'status' | 'wasShown'>

/** What the server refused. The first error is the text for all. */
async function refusal(first: UserError, all: readonly UserError[]): Promise<Failure> {
  const textOf = await loadReasonText()
  return {
    code: first.reason ?? undefined,
    detail: textOf(first),
    fields: Object.fromEntries(all.map((error) => [error.field ?? '', textOf(error)])),
  }
}

/** Why the operation failed as a whole. */
const fault = async (error: unknown): Promise<Failure> => ({
  code: reasonOf(error),
  detail: (await failureText(error)) ?? '',
})

/** The click that came later shows how it went. */
const superseded = new ApiError({ status: 0, detail: '', wasShown: true })

/** The hook of a mutation. Unlike Apollo's, it never renders the calling component again. */
export const mutationHook =
  <Data extends Record<string, Payload>, Variables extends { input: object }>(
    document: TypedDocumentNode<Data, Variables>,
    { field, payload: __typename, idField }: MutationNames,
  ) =>
  (): Mutate<Variables['input'], Data[keyof Data]> => {
    const mutation = document as unknown as TypedDocumentNode<Record<string, Payload>>
    const client = useApolloClient()
    return useCallback(
      async (input, { optimistic, update, toggle, ...toasts } = {}) => {
        const { successToast, failureToast = defaultToast } = toasts
        const fail = (failure: Failure) => {
          const wasShown = failureToast !== null
          const error = new ApiError({ status: 0, ...failure, wasShown })
          if (failureToast && error.code === SIGN_IN_FIRST) signInOffer.set(true)
          else {
            const toast = failureToast?.(error)
            if (toast) showToast({ kind: 'error', ...toast })
          }
          return { error }
        }
        try {
          const { data } = await client.mutate({
            mutation,
            variables: { input },
            context: {
              serializationKey: idField && input[idField as keyof typeof input],
              toggle,
            },
            ...(optimistic && {
              optimisticResponse: { [field]: { __typename, ...optimistic, userErrors: [] } },
            }),
            update: (cache, { data }) => {
              const payload = data?.[field]
              // A refused change changes nothing.
              if (payload?.userErrors.length === 0)
                update?.(cache, payload as Unmasked<Data[keyof Data]>)
            },
          })
          const payload = data?.[field]
          if (!payload) throw new TypeError('The response has no payload.')
          const { userErrors, ...result } = payload
          const [userError] = userErrors
          if (userError) return fail(await refusal(userError, userErrors))
          if (successToast) showToast({ kind: 'success', ...successToast })
          return result as unknown as Omit<Data[keyof Data], keyof Payload>
        } catch (error) {
          if (error instanceof SupersededError) return { error: superseded }
          return fail(await fault(error))
        }
      },
      [client],
    )
  }
