import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { Contact } from '../../features/rule/Contact.tsx'
import { Markdown } from '../../features/rule/Markdown.tsx'
import { RuleSection } from '../../features/rule/RuleSection.tsx'
import { Page } from '../../features/shell/Page.tsx'
import { focusOnArrival } from '../../lib/focus-elsewhere.ts'
import { t } from '../../lib/i18n.ts'
import { useSavedScrollPosition } from '../../lib/navigation.ts'
import { rulesMessages } from '../../messages/rules.ts'
import { Card } from '../../ui/Card.tsx'
import { EmptyFeedDrawing } from '../../ui/drawings/EmptyFeedDrawing.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadState } from '../../ui/LoadState.tsx'
import { type RulesQuery, useRulesQuery } from './Rules.generated.ts'

/** The rules of this place, for everyone to read. */
export default function RulesPage() {
  const { data, error, refetch } = useRulesQuery({})
  return (
    <Page title={t(rulesMessages.title)}>
      {data && <Rules {...data} />}
      {!data && <LoadState title={t(rulesMessages.failed)} error={error} onRetry={refetch} />}
    </Page>
  )
}

function Rules({ rulesIntroduction, rules, contact }: RulesQuery) {
  useChosenRule(rules.map(({ id }) => id))
  return (
    <>
      {rulesIntroduction && (
        <Card>
          <Markdown>{rulesIntroduction}</Markdown>
        </Card>
      )}
      {rules.length === 0 && !rulesIntroduction && (
        <EmptyState drawing={<EmptyFeedDrawing />} title={t(rulesMessages.none)} />
      )}
      {rules.map((rule) => (
        <RuleSection key={rule.id} rule={rule} />
      ))}
      {contact && <Contact contact={contact} />}
    </>
  )
}

/** Scrolls to the rule that the address names, and focuses its heading. */
function useChosenRule(ids: readonly string[]) {
  const { hash, key } = useLocation()
  const isRestored = useSavedScrollPosition() !== undefined
  const chosen = ids.find((id) => hash === `#${id}` || hash === `#${encodeURIComponent(id)}`)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same rule again scrolls again.
  useEffect(() => {
    const heading = chosen !== undefined && !isRestored && document.getElementById(chosen)
    if (!heading) return
    heading.scrollIntoView()
    focusOnArrival(heading)
  }, [chosen, isRestored, key])
}
