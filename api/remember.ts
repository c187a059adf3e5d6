/** Keeps a value and forgets the oldest when there are as many as allowed. */
export function remember<Value>(map: Map<string, Value>, key: string, value: Value, most: number): void {
  if (map.size >= most && !map.has(key)) {
    const [oldest] = map.keys()
    if (oldest !== undefined) map.delete(oldest)
  }
  map.set(key, value)
}
