import { chakra } from '@chakra-ui/react'
import Search from 'lucide-react/icons/search'
import { type SubmitEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { isVisible } from '#rules/blank.ts'
import { searchPath } from '#rules/search-tab.ts'
import { t } from '../../lib/i18n.ts'
import { searchMessages } from '../../messages/search.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Input } from '../../ui/Input.tsx'

/** The panel's search box: Enter opens Explore with the results, or with what is wrong. */
export function PanelSearch() {
  const navigate = useNavigate()
  const [query, setQuery] = useState('')
  const search = (event: SubmitEvent) => {
    event.preventDefault()
    if (isVisible(query)) navigate(searchPath(query.trim()))
  }
  return (
    <chakra.form role="search" position="relative" onSubmit={search}>
      <chakra.span position="absolute" insetStart="4" top="3" color="muted" pointerEvents="none">
        <Icon as={Search} />
      </chakra.span>
      <Input
        type="search"
        aria-label={t(searchMessages.field)}
        placeholder={t(searchMessages.panelPlaceholder)}
        ps="12"
        borderRadius="full"
        value={query}
        onChange={({ target }) => setQuery(target.value)}
      />
    </chakra.form>
  )
}
