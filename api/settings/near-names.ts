/** Variables of the environment often have short names, so a similar one means nothing there. */
const MIN_LENGTH_IN_ENVIRONMENT = 8

/**
 * Sentences about names that are nearly the name of a setting, and probably mistyped.
 * @param names of the file `.env`, and of the whole environment
 */
export function warnAboutNames(
  names: { file: readonly string[]; environment: readonly string[] },
  settings: readonly string[],
): string[] {
  const long = settings.filter(({ length }) => length >= MIN_LENGTH_IN_ENVIRONMENT)
  const found = new Map<string, string>()
  for (const [candidates, known] of [
    [names.environment, long],
    [names.file, settings],
  ] as const)
    for (const name of candidates) {
      const setting = settings.includes(name) ? undefined : known.find((each) => isNear(name, each))
      if (setting !== undefined) found.set(name, setting)
    }
  return [...found].map(
    ([name, setting]) => `${name} is not a setting and has no effect. Did you mean ${setting}?`,
  )
}

function isNear(name: string, setting: string): boolean {
  const plain = name.toUpperCase().replace(/[^A-Z0-9]/g, '_')
  const allowed = setting.length < MIN_LENGTH_IN_ENVIRONMENT ? 1 : 2
  return Math.abs(plain.length - setting.length) <= allowed && distance(plain, setting) <= allowed
}

/** The number of letters to change, insert, delete or swap (optimal string alignment). */
function distance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const above = rows[i - 1] ?? []
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      const isSwap = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row[j] = Math.min(
        at(above, j) + 1,
        at(row, j - 1) + 1,
        at(above, j - 1) + cost,
        isSwap ? at(rows[i - 2] ?? [], j - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    rows.push(row)
  }
  return at(rows[a.length] ?? [], b.length)
}

const at = (row: readonly number[], index: number) => row[index] ?? Number.POSITIVE_INFINITY
