/** The sums of counts of acts, as a sentence. */
export function summaryOf(counts: readonly ReadonlyMap<string, number>[]): string {
  const sums = new Map<string, number>()
  for (const [name, count] of counts.flatMap((each) => [...each]))
    sums.set(name, (sums.get(name) ?? 0) + count)
  const total = [...sums.values()].reduce((sum, count) => sum + count, 0)
  const parts = [...sums].map(([name, count]) => `${name} ${count}`)
  return `${total} acts: ${parts.join(', ')}.`
}
