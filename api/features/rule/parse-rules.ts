/** A rule of this installation. */
export interface Rule {
  /** The slug of its title. */
  id: string
  title: string
  /** Markdown. */
  text: string
}

export interface RulesPage {
  /** Markdown before the first rule. */
  introduction: string
  rules: Rule[]
}

const HEADING = /^##[ \t]+(.+?)[ \t#]*$/
const PAGE_TITLE = /^#[ \t]+.*$/m

/** Each `##` heading is a rule. A text without one is a single rule. */
export function parseRules(markdown: string): RulesPage {
  const page = markdown.replaceAll('\r\n', '\n')
  const introduction: string[] = []
  const sections: { title: string; lines: string[] }[] = []
  for (const line of page.split('\n')) {
    const title = HEADING.exec(line)?.[1]
    if (title) sections.push({ title, lines: [] })
    else (sections.at(-1)?.lines ?? introduction).push(line)
  }
  const before = introduction.join('\n').replace(PAGE_TITLE, '').trim()
  if (sections.length === 0)
    return {
      introduction: '',
      rules: before ? [{ id: 'rules', title: 'Rules', text: before }] : [],
    }
  const ids = new Set<string>()
  const rules = sections.map(({ title, lines }) => ({
    id: uniqueSlug(title, ids),
    title,
    text: lines.join('\n').trim(),
  }))
  return { introduction: before, rules }
}

/** Letters and digits of any script, in lower case, joined by hyphens. */
function uniqueSlug(title: string, taken: Set<string>): string {
  const slug =
    title
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu)
      ?.join('-') ?? 'rule'
  let id = slug
  for (let number = 2; taken.has(id); number++) id = `${slug}-${number}`
  taken.add(id)
  return id
}
