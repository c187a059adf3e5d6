import { createContext, use, useEffect } from 'react'

/** Tells the dialog around a form whether closing it loses what was typed. */
export const UnsavedContext = createContext<(isUnsaved: boolean) => void>(() => {})

export function useUnsaved(isUnsaved: boolean): void {
  const report = use(UnsavedContext)
  useEffect(() => {
    report(isUnsaved)
    return () => report(false)
  }, [report, isUnsaved])
}
