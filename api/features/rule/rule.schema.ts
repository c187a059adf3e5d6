import { builder } from '#api/graphql/builder.ts'
import type { Rule } from './parse-rules.ts'
import { readRules } from './rule.read.ts'

const RuleObject = builder.objectRef<Rule>('Rule').implement({
  description: 'A rule of this installation.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The slug of its title.' }),
    title: t.exposeString('title'),
    text: t.exposeString('text', { description: 'Markdown.' }),
  }),
})

/** Bounds how often one operation can read the file. */
const FILE_COST = { field: 25, multiplier: 10 }

builder.queryFields((t) => ({
  rules: t.field({
    type: [RuleObject],
    description: 'The rules of this installation, for everyone to read.',
    complexity: FILE_COST,
    resolve: async (_root, _args, { settings }) => (await readRules(settings)).rules,
  }),
  rulesIntroduction: t.string({
    description: 'The text before the first rule: Markdown, or "".',
    complexity: FILE_COST.field,
    resolve: async (_root, _args, { settings }) => (await readRules(settings)).introduction,
  }),
  contact: t.string({
    nullable: true,
    description: 'Where people without an account reach the operator: an email address or a URL.',
    resolve: (_root, _args, { settings }) => settings.contact ?? null,
  }),
}))
