import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { searchQuery } from '#rules/fields.ts'
import { type SearchTab, searchPath, searchTabOf } from '#rules/search-tab.ts'
import { cleanLine } from '#rules/text.ts'
import { COMPOSITION_DEBOUNCE_MS, useComposition } from '../../lib/composition.ts'
import { problemText } from '../../lib/problem-text.ts'

export const SEARCH_DEBOUNCE_MS = 300

interface Search {
  /** The text of the field. */
  text: string
  setText: (text: string) => void
  /** Searches without the debounce. */
  submit: () => void
  /** The cleaned query of the URL; empty for none. */
  query: string
  /** The chosen list of results. */
  tab: SearchTab
  /** Handlers of the field: a text that is being composed is searched later. */
  composition: ReturnType<typeof useComposition>[1]
  /** Validation message for the text. */
  problem: string | null
}

/** Keeps the query in the URL as `q`, and the tab of its results as `tab`, for links and Back. */
export function useSearch(): Search {
  const navigate = useNavigate()
  const { search } = useLocation()
  const parameters = new URLSearchParams(search)
  const urlQuery = parameters.get('q') ?? ''
  const tab = searchTabOf(parameters)
  const [text, setText] = useState(urlQuery)
  const lastWritten = useRef(urlQuery)

  // The URL changed: Back, Forward, or the panel's search box.
  useEffect(() => {
    if (urlQuery === lastWritten.current) return
    lastWritten.current = urlQuery
    setText(urlQuery)
  }, [urlQuery])

  const isEmpty = cleanLine(text) === ''
  const [isComposing, composition] = useComposition()
  const updateUrl = () => {
    if (text === lastWritten.current) return
    lastWritten.current = text
    navigate(searchPath(isEmpty ? '' : text, tab), { replace: true })
  }
  useEffect(() => {
    const pause = isComposing ? COMPOSITION_DEBOUNCE_MS : SEARCH_DEBOUNCE_MS
    const timer = setTimeout(updateUrl, isEmpty ? 0 : pause)
    return () => clearTimeout(timer)
  })

  const query = cleanLine(urlQuery)
  return {
    text,
    setText,
    submit: updateUrl,
    composition,
    query,
    tab,
    problem: isEmpty ? null : problemText(searchQuery, text),
  }
}
