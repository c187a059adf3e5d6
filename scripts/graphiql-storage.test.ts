import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'
import { graphiqlFiles } from '#api/serve/pages/graphiql-files.ts'

const script = readFileSync(path.join(import.meta.dirname, 'graphiql-storage.js'), 'utf8')

/** Runs the script in a window whose storage is read by this getter. */
function run(getStorage: () => unknown) {
  const window = createContext({})
  Object.defineProperty(window, 'window', { value: window })
  Object.defineProperty(window, 'localStorage', { get: getStorage, configurable: true })
  runInContext(script, window)
  return window as { localStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> }
}

test('where the browser blocks storage, GraphiQL has one in memory', () => {
  const { localStorage } = run(() => {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  })
  expect(localStorage.getItem('theme')).toBeNull()
  localStorage.setItem('theme', 'dark')
  expect(localStorage.getItem('theme')).toBe('dark')
  localStorage.removeItem('theme')
  expect(localStorage.getItem('theme')).toBeNull()
})

test('other browsers keep their own', () => {
  const own = { getItem: () => null }
  expect(run(() => own).localStorage).toBe(own)
})

test('the page runs it before every other script, and its policy allows it', () => {
  const [first = ''] =
    readFileSync(graphiqlFiles.page, 'utf8').match(/<script>.*?<\/script>/s) ?? []
  expect(first).toContain('localStorage.getItem')
})
