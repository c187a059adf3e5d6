import { useNavigationType } from 'react-router-dom'

/**
 * Options of a query with a list: a visit loads it again, Back and Forward show it as it was. A
 * component whose variables change needs a key: Apollo Client keeps the policy of the first ones.
 */
export function useListFetchPolicy() {
  const isReturn = useNavigationType() === 'POP'
  return {
    fetchPolicy: isReturn ? 'cache-first' : 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  } as const
}
