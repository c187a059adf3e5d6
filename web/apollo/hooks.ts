import type { FragmentType, OperationVariables, TypedDocumentNode } from '@apollo/client'
import {
  type SkipToken,
  useApolloClient,
  useFragment,
  useMutation,
  useQuery,
} from '@apollo/client/react'
import { useRef, useState } from 'react'
import { hydrateCache } from './preloaded-data.ts'

// Generated files create their hooks with these; the signatures follow Apollo Client's "modern" style.
type NoOptions = Record<string, never>
type Args<Variables, Options> =
  Partial<Variables> extends Variables ? [options?: Options] : [options: Options]

interface QueryHook<Data, Variables extends OperationVariables> {
  (
    ...none: Partial<Variables> extends Variables ? [] : [never]
  ): useQuery.ResultForOptions<Data, Variables, NoOptions>
  <Options extends useQuery.Base.Options<Data, Variables>>(
    ...args: Args<Variables, Options & useQuery.OptionsFor<Data, Variables, Options>>
  ): useQuery.ResultForOptions<Data, Variables, Options>
  <Options extends useQuery.Base.Options<Data, Variables>>(
    ...args: Args<Variables, (Options & useQuery.OptionsFor<Data, Variables, Options>) | SkipToken>
  ): useQuery.ResultForOptions<Data, Variables, Options | SkipToken>
}

export const queryHook = <Data, Variables extends OperationVariables>(
  document: TypedDocumentNode<Data, Variables>,
) =>
  ((...args: [never]) => {
    const { cache } = useApolloClient()
    useState(() => hydrateCache(cache, document))
    return useQuery(document, ...args)
  }) as unknown as QueryHook<Data, Variables>

export const mutationHook =
  <Data, Variables extends OperationVariables>(document: TypedDocumentNode<Data, Variables>) =>
  (options: useMutation.Options<Data, Variables> = {}) =>
    useMutation(document, options)

/**
 * The hook of a fragment. Returns the last complete data while its object leaves the cache.
 * @throws Error when the parent's query lacks the fragment
 */
export const fragmentHook =
  <Data, Variables extends OperationVariables>(
    fragment: TypedDocumentNode<Data, Variables>,
    fragmentName: string,
  ) =>
  (from: FragmentType<Data>): Data => {
    const result = useFragment<Data>({
      fragment,
      fragmentName,
      from: from as useFragment.FromOptionValue<Data>,
    })
    const last = useRef<Data>(undefined)
    if (result.dataState === 'complete') last.current = result.data as Data
    if (!last.current) throw new Error(`The data lacks fields of the fragment ${fragmentName}.`)
    return last.current
  }
