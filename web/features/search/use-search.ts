import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { problemWith, searchQuery } from '#rules/fields.ts'
import { paths, searchPath } from '#rules/paths.ts'
import { cleanLine } from '#rules/text.ts'

export const SEARCH_DEBOUNCE_MS = 300

interface Search {
  /** The text of the field. */
  text: string
  setText: (text: string) => void
  /** Searches without the debounce. */
  submit: () => void
  /** The cleaned query of the URL; empty for none. */
  query: string
  /** Validation message for the text. */
  problem: string | null
}

/** Keeps the query in the URL as `q`, for links and Back. */
export function useSearch(): Search {
  const navigate = useNavigate()
  const { search } = useLocation()
  const urlQuery = new URLSearchParams(search).get('q') ?? ''
  const [text, setText] = useState(urlQuery)
  const lastWritten = useRef(urlQuery)

  // The URL changed: Back, Forward, or the panel's search box.
  useEffect(() => {
    if (urlQuery === lastWritten.current) return
    lastWritten.current = urlQuery
    setText(urlQuery)
  }, [urlQuery])

  const isEmpty = cleanLine(text) === ''
  const updateUrl = () => {
    if (text === lastWritten.current) return
    lastWritten.current = text
    navigate(isEmpty ? paths.explore : searchPath(text), { replace: true })
  }
  useEffect(() => {
    const timer = setTimeout(updateUrl, isEmpty ? 0 : SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  })

  const query = cleanLine(urlQuery)
  return {
    text,
    setText,
    submit: updateUrl,
    query,
    problem: isEmpty ? null : problemWith(searchQuery, text),
  }
}
