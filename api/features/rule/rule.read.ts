import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '#api/lib/errors.ts'
import { codeOf } from '#api/lib/operator-error.ts'
import type { Settings } from '#api/settings/settings.ts'
import { parseRules, type Rule, type RulesPage } from './parse-rules.ts'

const DEFAULT_FILE = path.join(import.meta.dirname, 'default-rules.md')

interface CachedPage {
  version: string
  page: RulesPage
}

/** By file. An operator who edits the file needs no restart. */
const cache = new Map<string, CachedPage>()

/** Reads the installation's rules: `rules.md` in the data directory, else the default ones. */
export async function readRules({ dataDir }: Pick<Settings, 'dataDir'>): Promise<RulesPage> {
  return (await readPage(path.join(dataDir, 'rules.md'))) ?? (await readPage(DEFAULT_FILE)) ?? EMPTY
}

/**
 * The rule that a moderator cites. Null without an id.
 * @throws AppError BAD_INPUT for an unknown one
 */
export async function findRule(
  settings: Pick<Settings, 'dataDir'>,
  id: unknown,
): Promise<Rule | null> {
  if (id === null || id === undefined || id === '') return null
  const rule = (await readRules(settings)).rules.find((each) => each.id === String(id))
  if (!rule) throw new AppError('BAD_INPUT', 'RULE_NOT_FOUND', { field: 'rule' })
  return rule
}

const EMPTY: RulesPage = { introduction: '', rules: [] }

/** Null if there is no such file. */
async function readPage(file: string): Promise<RulesPage | null> {
  try {
    const { mtimeMs, size, ino } = await stat(file)
    const version = `${mtimeMs} ${size} ${ino}`
    const cached = cache.get(file)
    if (cached?.version === version) return cached.page
    const page = parseRules(await readFile(file, 'utf8'))
    cache.set(file, { version, page })
    return page
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
    cache.delete(file)
    return null
  }
}
