/**
 * A deterministic hash from 0 to 2³² − 1. Rows are derived from their index, so workloads know them
 * without a query.
 */
export function hash(index: number, purpose: number): number {
  let value = (Math.imul(index, 0x9e3779b1) ^ Math.imul(purpose, 0x85ebca6b)) >>> 0
  value = Math.imul(value ^ (value >>> 16), 0x7feb352d)
  value = Math.imul(value ^ (value >>> 15), 0x846ca68b)
  return (value ^ (value >>> 16)) >>> 0
}
