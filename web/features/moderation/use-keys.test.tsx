import { fireEvent, render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { areShortcutsOn } from './shortcuts.ts'
import { useKeys } from './use-keys.ts'

const act = vi.fn()

function Keys() {
  useKeys({ h: act })
  return null
}

test('no shortcut acts during a composition', () => {
  areShortcutsOn.set(true)
  render(<Keys />)
  for (const ofComposition of [{ isComposing: true }, { keyCode: 229 }])
    fireEvent.keyDown(document.body, { key: 'h', ...ofComposition })
  expect(act).not.toHaveBeenCalled()
  fireEvent.keyDown(document.body, { key: 'h' })
  expect(act).toHaveBeenCalledOnce()
})
