import type { ApolloCache, TypedDocumentNode } from '@apollo/client'
import type { Unmasked } from '@apollo/client/masking'
import { useApolloClient } from '@apollo/client/react'
import { useCallback } from 'react'
import { t } from '../lib/i18n.ts'
import { loadReasonText } from '../lib/lazy-reason-text.ts'
import { requestMessages } from '../messages/request.ts'
import { showToast, type ToastMessage } from '../ui/toast.ts'
import { failureText } from './failure-text.ts'

export interface UserError {
  code?: string
  reason?: string | null
  field?: string | null
  message: string
}

interface Payload {
  __typename: string
  userErrors: UserError[]
}

type Toast = Omit<ToastMessage, 'kind'>

export interface MutationFailure {
  /** What went wrong, for the user; undefined when it is technical. */
  text: string | undefined
  /** The first error of the payload; undefined when the request failed. */
  userError: UserError | undefined
}

interface MutateOptions<P extends Payload> {
  /** What the server will return. Shown at once, and rolled back on failure. */
  optimistic?: Omit<Unmasked<P>, keyof Payload>
  /** Changes the cache: first for the optimistic payload, then for the server's. */
  update?: (cache: ApolloCache, payload: Unmasked<P>) => void
  successToast?: Toast
  /** By default, the failure's text is the title. Null shows none. */
  failureToast?: ((failure: MutationFailure) => Toast | null) | null
}

export interface MutationOutcome {
  succeeded: boolean
  userErrors: readonly UserError[]
}

/** Sends the mutation. Never rejects: failures are toasts. */
type Mutate<Input, P extends Payload> = (
  input: Input,
  options?: MutateOptions<P>,
) => Promise<MutationOutcome>

/** What codegen knows of a mutation. */
interface MutationNames {
  field: string
  payload: string
  /** The input's id. Mutations of the same object are sent one after another. */
  idField?: string
}

const defaultToast = ({ text }: MutationFailure): Toast => ({
  title: text ?? t(requestMessages.failed),
})

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
      async (input, { optimistic, update, successToast, failureToast = defaultToast } = {}) => {
        const fail = (failure: MutationFailure, userErrors: readonly UserError[] = []) => {
          const toast = failureToast?.(failure)
          if (toast) showToast({ kind: 'error', ...toast })
          return { succeeded: false, userErrors }
        }
        try {
          const { data } = await client.mutate({
            mutation,
            variables: { input },
            context: { serializationKey: idField && input[idField as keyof typeof input] },
            ...(optimistic && {
              optimisticResponse: { [field]: { __typename, ...optimistic, userErrors: [] } },
            }),
            update: (cache, { data }) => {
              const payload = data?.[field]
              if (payload) update?.(cache, payload as Unmasked<Data[keyof Data]>)
            },
          })
          const userErrors = data?.[field]?.userErrors ?? []
          const [userError] = userErrors
          if (userError) {
            const textOf = await loadReasonText()
            return fail({ text: textOf(userError), userError }, userErrors)
          }
          if (successToast) showToast({ kind: 'success', ...successToast })
          return { succeeded: true, userErrors }
        } catch (error) {
          return fail({ text: await failureText(error), userError: undefined })
        }
      },
      [client],
    )
  }
