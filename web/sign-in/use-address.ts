import { useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** The parts of the URL that choose a form. */
export interface Address {
  path: string
  search: string
  hash: string
}

/** The page is prerendered for this one. */
const PRERENDERED: Address = { path: '', search: '', hash: '' }
const current = (): Address => ({
  path: location.pathname,
  search: location.search,
  hash: location.hash,
})

/** The address, which links to other forms change. @param onChanged called with the form shown */
export function useAddress(onChanged: () => void): Address {
  const [address, setAddress] = useState(PRERENDERED)
  useLayoutEffect(() => {
    setAddress(current())
    const handleChange = () => {
      flushSync(() => setAddress(current()))
      onChanged()
    }
    addEventListener('hashchange', handleChange)
    return () => removeEventListener('hashchange', handleChange)
  }, [onChanged])
  return address
}
