import type { FragmentType, OperationVariables, TypedDocumentNode } from '@apollo/client'
import { type SkipToken, useApolloClient, useFragment, useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { hydrateCache } from './preloaded-data.ts'

export { type MutationOutcome, mutationHook } from './mutation-hook.ts'
export { useToggle } from './use-toggle.ts'

// Generated files create their hooks with these; the signatures follow Apollo Client's "modern"
// style.
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

/**
 * The hook of a fragment; null and undefined are passed through. Returns the last complete data
 * while its object leaves the cache.
 * @throws Error when the parent's query lacks the fragment
 */
export const fragmentHook = <Data, Variables extends OperationVariables>(
  fragment: TypedDocumentNode<Data, Variables>,
  fragmentName: string,
) => {
  const lastData = new WeakMap<object, Data>()
  return <Reference extends FragmentType<Data> | null | undefined>(
    from: Reference,
  ): Data | Exclude<Reference, object> => {
    const result = useFragment<Data>({
      fragment,
      fragmentName,
      from: (from ?? null) as useFragment.FromOptionValue<Data>,
    })
    if (from === null || from === undefined) return from as Exclude<Reference, object>
    if (result.dataState === 'complete') lastData.set(from, result.data as Data)
    const data = lastData.get(from)
    if (!data) throw new Error(`The data lacks fields of the fragment ${fragmentName}.`)
    return data
  }
}

/**
 * The hook of a fragment on a type without an id, such as a connection. The cache has its data only
 * inside the parent, so the parent's query spreads the fragment with `@unmask` and passes it on.
 */
export const embeddedFragmentHook =
  <Data>() =>
  (from: FragmentType<Data>): Data =>
    from as unknown as Data
