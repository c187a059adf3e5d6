const MIN_LIMIT_MS = 120_000
/** Stored times may differ from the clock by as much, which no run reaches. */
const MIN_TOLERANCE_MS = 60_000
const numberOf = (text = '') => Number(text.replaceAll('_', ''))

interface Rule {
  name: string
  pattern: RegExp
  /** Whether a match is right after all. */
  allows?(match: RegExpExecArray): boolean
  /** What the pattern must find, which proves that it can. */
  example: string
}

/** What no test does: it would fail right code on a slow machine, or pass wrong code. */
export const RULES: Rule[] = [
  {
    name: 'asserts elapsed time: wait for an event, or count work',
    pattern: /performance\.now\(\)[^\n]*\n?(?:.*\n){0,12}?.*\btoBeLess/g,
    example: 'const start = performance.now()\nawait work()\nexpect(elapsed).toBeLessThan(50)',
  },
  {
    name: 'asserts elapsed time: wait for an event, or count work',
    pattern: /(?:performance|Date)\.now\(\) - [^\n]*\btoBe(?:Less|Greater)\w+\(([\d_]*)/g,
    allows: ([, tolerance]) => numberOf(tolerance) >= MIN_TOLERANCE_MS,
    example: 'expect(Date.now() - start).toBeLessThanOrEqual(50)',
  },
  {
    name: 'sleeps: wait for an event',
    pattern:
      /\bsetTimeout\((?:resolve|done), *[1-9]|\bawait (?:setTimeout|delay|sleep)\([1-9]|waitForTimeout\(/g,
    example: 'await new Promise((resolve) => setTimeout(resolve, 100))',
  },
  {
    name: 'has a limit below two minutes: delete it',
    pattern: /(?:\b(?:timeout|testTimeout|hookTimeout)|TIMEOUT_MS)(?:: | = )(\d[\d_]*)/g,
    allows: ([, limit]) => numberOf(limit) >= MIN_LIMIT_MS,
    example: 'await expect.poll(read, { timeout: 10_000 }).toBe(1)',
  },
  {
    name: 'has a limit of its own: delete it',
    pattern: /^\s*\}, \d[\d_]*\)$/gm,
    example: "test('a', async () => {\n}, 60_000)",
  },
  {
    name: 'has a limit of its own: delete it',
    pattern: /\btest\.setTimeout\(/g,
    example: 'test.setTimeout(120_000)',
  },
  {
    name: 'waits by vi.waitFor, which gives up after a second: use expect.poll',
    pattern: /\bvi\.waitFor\(/g,
    example: 'await vi.waitFor(() => expect(read()).toBe(1))',
  },
  {
    name: 'asserts the focus at once, which may move after a paint: use waitFor',
    pattern: /^\s*expect\(.*\)\.toHaveFocus\(\)$/gm,
    example: "expect(screen.getByRole('heading')).toHaveFocus()",
  },
  {
    name: 'listens on a fixed port: take a free one',
    pattern: /\.listen\([1-9]\d*|startProduct\([^)]*PORT: '?[1-9]/g,
    example: "startProduct({ PORT: '4199' })",
  },
  {
    name: 'leaves other tests out',
    pattern: /\b(?:test|it|describe)\.only\b/g,
    example: "test.only('a', () => {})",
  },
  {
    name: 'installs something: scripts/checks/programs.ts does, before the first test',
    pattern: /\bapt-get\b|installPackages\(|npm', \['(?:ci|install)/g,
    example: "execFileSync('apt-get', ['install', 'redis-server'])",
  },
]

/** @returns a line for each match: its line number and the rule */
export function violations(source: string): string[] {
  return RULES.flatMap(({ name, pattern, allows }) =>
    [...source.matchAll(pattern)]
      .filter((match) => !allows?.(match))
      .map(({ index }) => `${source.slice(0, index).split('\n').length}: ${name}`),
  )
}
