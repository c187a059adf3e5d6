import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createStore, inMemory, useStore } from './store.ts'

test('components follow the value', () => {
  const store = createStore(inMemory(1))
  const { result } = renderHook(() => useStore(store))
  expect(result.current).toBe(1)
  act(() => store.set(2))
  expect(result.current).toBe(2)
})

test('changes from outside are followed while there are subscribers', () => {
  let value = 'a'
  let notify = () => {}
  const disconnect = vi.fn()
  const connect = vi.fn((listener: () => void) => {
    notify = listener
    return disconnect
  })
  const store = createStore({ get: () => value, set: () => {}, connect })
  expect(connect).not.toHaveBeenCalled()
  const listener = vi.fn()
  const unsubscribe = store.subscribe(listener)
  const unsubscribeOther = store.subscribe(() => {})
  expect(connect).toHaveBeenCalledOnce()
  value = 'b'
  notify()
  expect(listener).toHaveBeenCalledOnce()
  unsubscribe()
  expect(disconnect).not.toHaveBeenCalled()
  unsubscribeOther()
  unsubscribeOther()
  expect(disconnect).toHaveBeenCalledOnce()
})
