import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { problemWith, searchQuery } from '#rules/fields.ts'
import { paths, searchPath } from '#rules/paths.ts'
import { cleanLine } from '#rules/text.ts'

/** Milliseconds without a key until what is typed is searched for. */
export const TYPING_PAUSE = 300

interface Search {
  /** What stands in the field. */
  text: string
  setText: (text: string) => void
  /** Searches at once. */
  submit: () => void
  /** What is searched for, as it stands in the address; empty for nothing. */
  query: string
  /** Why what is typed cannot be searched for. */
  problem: string | null
}

/** A search that lives in the address as `q`, so that it can be shared and come back to. */
export function useSearch(): Search {
  const navigate = useNavigate()
  const { search } = useLocation()
  const address = new URLSearchParams(search).get('q') ?? ''
  const [text, setText] = useState(address)
  const written = useRef(address)

  // The address changed by itself: Back, Forward, a search from elsewhere.
  useEffect(() => {
    if (address === written.current) return
    written.current = address
    setText(address)
  }, [address])

  const isEmpty = cleanLine(text) === ''
  const write = () => {
    if (text === written.current) return
    written.current = text
    navigate(isEmpty ? paths.explore : searchPath(text), { replace: true })
  }
  useEffect(() => {
    const timer = setTimeout(write, isEmpty ? 0 : TYPING_PAUSE)
    return () => clearTimeout(timer)
  })

  const query = cleanLine(address)
  return {
    text,
    setText,
    submit: write,
    query,
    problem: isEmpty ? null : problemWith(searchQuery, text),
  }
}
