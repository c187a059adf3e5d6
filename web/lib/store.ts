import { useSyncExternalStore } from 'react'

/** Where the value of a store is kept: in memory, in the browser's storage, in the document. */
interface Backing<Value> {
  get: () => Value
  set: (value: Value) => void
  /**
   * Follows changes from outside while the store has subscribers.
   * @returns a function that stops it
   */
  connect?: (notify: () => void) => () => void
}

/** A value outside React. */
export interface Store<Value> {
  get: () => Value
  set: (value: Value) => void
  /** @returns a function that unsubscribes */
  subscribe: (listener: () => void) => () => void
}

export function inMemory<Value>(initial: Value): Backing<Value> {
  let value = initial
  return {
    get: () => value,
    set: (next) => {
      value = next
    },
  }
}

export function createStore<Value>({ get, set, connect }: Backing<Value>): Store<Value> {
  const listeners = new Set<() => void>()
  let disconnect: (() => void) | undefined
  const notify = () => {
    for (const listener of listeners) listener()
  }
  return {
    get,
    set: (value) => {
      set(value)
      notify()
    },
    subscribe: (listener) => {
      if (listeners.size === 0) disconnect = connect?.(notify)
      listeners.add(listener)
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) disconnect?.()
      }
    },
  }
}

/** The value of a store. The component renders again when it changes. */
export function useStore<Value>({
  subscribe,
  get,
}: Pick<Store<Value>, 'subscribe' | 'get'>): Value {
  return useSyncExternalStore(subscribe, get)
}
