import { builder } from '#api/graphql/builder.ts'
import type { Rule } from './parse-rules.ts'

/** The columns of a decision that copy a rule. */
export interface CitedRuleRow {
  ruleId: string | null
  ruleTitle: string | null
  ruleText: string | null
}

interface CitedRuleShape {
  ruleId: string
  title: string
  text: string
}

/** No field `id`: clients would merge it with the present rule. */
export const CitedRule = builder.objectRef<CitedRuleShape>('CitedRule').implement({
  description: 'A rule as it was when a decision was made.',
  fields: (t) => ({
    ruleId: t.exposeString('ruleId', { description: 'The `id` in `rules`.' }),
    title: t.exposeString('title'),
    text: t.exposeString('text', { description: 'Markdown.' }),
  }),
})

/** The columns that cite a rule in an event; none without a rule. */
export function citationOf(rule: Rule | null): Partial<CitedRuleRow> {
  return rule ? { ruleId: rule.id, ruleTitle: rule.title, ruleText: rule.text } : {}
}

export function citedRule(row: CitedRuleRow | null): CitedRuleShape | null {
  if (!row || row.ruleId === null || row.ruleTitle === null || row.ruleText === null) return null
  return { ruleId: row.ruleId, title: row.ruleTitle, text: row.ruleText }
}
