import type { CompiledOperation, CompiledOperations } from '#api/graphql/compiled.ts'
import type { JsonBody } from '#api/http/json-body.ts'

/** A compiled operation with the variables of a request. */
export interface OperationRequest {
  operation: CompiledOperation
  operationName: string | null
  variables: Record<string, unknown>
}

const MAX_VALUES = 20
/** What Apollo Client says about itself. Other extensions may ask for something. */
const HARMLESS_EXTENSION = 'clientLibrary'

/** @returns null unless the operation is compiled and passes the same limits as behind Express */
export function parseOperationRequest(
  body: JsonBody,
  compiled: CompiledOperations,
): OperationRequest | null {
  const { query, operationName = null, variables, extensions, ...others } = body.object
  if (
    typeof query !== 'string' ||
    (operationName !== null && typeof operationName !== 'string') ||
    !isSmall(variables) ||
    !isHarmless(extensions) ||
    Object.keys(others).length > 0
  )
    return null
  const operation = compiled.find(query, operationName)
  return operation?.isAffordable(variables ?? {})
    ? { operation, operationName, variables: variables ?? {} }
    : null
}

/** Few values, nested no deeper than a mutation's input. The guards behind Express check others. */
function isSmall(variables: unknown): variables is Record<string, unknown> | null | undefined {
  if (variables == null) return true
  if (typeof variables !== 'object' || Array.isArray(variables)) return false
  const values = Object.values(variables)
  return (
    values.length <= MAX_VALUES &&
    values.every((value) => typeof value !== 'object' || value === null || isFlat(value))
  )
}

function isHarmless(extensions: unknown): boolean {
  if (extensions == null) return true
  return (
    typeof extensions === 'object' &&
    !Array.isArray(extensions) &&
    Object.keys(extensions).every((name) => name === HARMLESS_EXTENSION)
  )
}

function isFlat(input: object): boolean {
  const values = Object.values(input)
  return (
    values.length <= MAX_VALUES && values.every((each) => typeof each !== 'object' || each === null)
  )
}
