import { rulePath } from '#rules/paths.ts'
import { reportsMessages } from '../../messages/reports.ts'
import { PageLink } from '../../ui/PageLink.tsx'
import { RichText } from '../../ui/RichText.tsx'

/** Names the rule of a decision, with a link to the present rules. */
export function CitedRule({
  rule: { ruleId, title },
}: {
  rule: { ruleId: string; title: string }
}) {
  return (
    <p>
      <RichText
        message={reportsMessages.rule(title)}
        elements={{ rule: <PageLink to={rulePath(ruleId)} dir="auto" /> }}
      />
    </p>
  )
}
