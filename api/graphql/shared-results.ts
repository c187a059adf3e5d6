import type { ExecutionResult } from 'graphql'

const results = new WeakMap<object, Map<string, Promise<ExecutionResult>>>()

/**
 * Runs an operation once for each event, also when many streams receive the same event.
 * @param key of an operation whose results depend on events alone; null to run it for each stream
 */
export function shareResult(
  event: unknown,
  key: string | null,
  run: () => Promise<ExecutionResult>,
): Promise<ExecutionResult> {
  if (key === null || typeof event !== 'object' || event === null) return run()
  const ofEvent = results.get(event) ?? new Map<string, Promise<ExecutionResult>>()
  results.set(event, ofEvent)
  const result = ofEvent.get(key) ?? run().then(serializeOnce)
  ofEvent.set(key, result)
  return result
}

/** Yoga sends the text of `stringify`. */
function serializeOnce(result: ExecutionResult): ExecutionResult & { stringify?: () => string } {
  if (result.errors) return result
  const text = JSON.stringify(result)
  return { ...result, stringify: () => text }
}
