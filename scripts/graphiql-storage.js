// Runs before GraphiQL, which cannot start where the browser blocks storage: keeps its settings in
// memory there, until the page closes.
try {
  localStorage.getItem('')
} catch {
  const values = new Map()
  Object.defineProperty(window, 'localStorage', {
    value: {
      getItem: (key) => values.get(key) ?? null,
      setItem: (key, value) => values.set(key, String(value)),
      removeItem: (key) => values.delete(key),
    },
  })
}
