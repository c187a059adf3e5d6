import { useEffect, useEffectEvent } from 'react'
import { isOfComposition } from '../../lib/composition.ts'
import { areShortcutsOn } from './shortcuts.ts'

/** What a key does, by its letter, digit or name in lower case. */
export type Keys = Readonly<Record<string, (() => void) | undefined>>

const TEXT_FIELD =
  'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable=true]'
const OVERLAY = '[role=dialog], [role=alertdialog], [role=menu]'

/** Runs what a key does, except in text fields, dialogs and menus, and while shortcuts are off. */
export function useKeys(keys: Keys) {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat || !areShortcutsOn.get()) return
    if (isOfComposition(event)) return
    if (event.ctrlKey || event.metaKey || event.altKey || isElsewhere(event.target)) return
    const name = nameOf(event)
    const action = Object.hasOwn(keys, name) ? keys[name] : undefined
    if (!action) return
    event.preventDefault()
    action()
  })
  useEffect(() => {
    document.addEventListener('keydown', handle)
    return () => document.removeEventListener('keydown', handle)
  }, [])
}

const isElsewhere = (target: EventTarget | null) =>
  target instanceof Element &&
  (target.closest(TEXT_FIELD) !== null || document.querySelector(OVERLAY) !== null)

/** On keyboards without Latin letters, the letter at the same place. */
const nameOf = ({ key, code }: KeyboardEvent) =>
  (/^[\x20-\x7e]+$/.test(key) ? key : code.replace(/^Key|^Digit/, '')).toLowerCase()
