import { t } from '../../lib/i18n.ts'
import { moderationMessages } from '../../messages/moderation.ts'
import { FilterLink, FilterLinks } from './FilterLink.tsx'
import { type Filter, filters, queuePath } from './queue-url.ts'

/** Links to the open, the decided and the closed reports. */
export function QueueFilters({ current }: { current: Filter }) {
  return (
    <FilterLinks aria-label={t(moderationMessages.status)}>
      {(Object.keys(filters) as Filter[]).map((filter) => (
        <FilterLink
          key={filter}
          to={queuePath(filter)}
          aria-current={filter === current ? 'page' : undefined}
        >
          {t(moderationMessages[filter])}
        </FilterLink>
      ))}
    </FilterLinks>
  )
}
