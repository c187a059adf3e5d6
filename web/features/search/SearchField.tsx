import { chakra } from '@chakra-ui/react'
import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { type ComponentProps, type RefObject, type SubmitEvent, useId } from 'react'
import { t } from '../../lib/i18n.ts'
import { searchMessages } from '../../messages/search.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Input } from '../../ui/Input.tsx'

interface SearchFieldProps {
  field: RefObject<HTMLInputElement | null>
  text: string
  problem: string | null
  composition: Pick<ComponentProps<'input'>, 'onCompositionStart' | 'onCompositionEnd'>
  onChange: (text: string) => void
  onSubmit: () => void
  onClear: () => void
}

/** The search box of Explore. */
export function SearchField({
  field,
  text,
  problem,
  composition,
  onChange,
  onSubmit,
  onClear,
}: SearchFieldProps) {
  const id = useId()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <chakra.form role="search" onSubmit={submit} mt="2">
      <chakra.div position="relative" color="muted">
        <SearchIcon />
        <Input
          ref={field}
          type="search"
          name="q"
          enterKeyHint="search"
          autoComplete="off"
          placeholder={t(searchMessages.placeholder)}
          aria-label={t(searchMessages.field)}
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? undefined : id}
          value={text}
          onChange={({ target }) => onChange(target.value)}
          {...composition}
          minH="12"
          ps="12"
          pe="12"
          borderRadius="full"
          css={{ '&::-webkit-search-cancel-button': { display: 'none' } }}
        />
        {text !== '' && <ClearButton onClick={onClear} />}
      </chakra.div>
      <chakra.p
        id={id}
        role="alert"
        textStyle="meta"
        color="bad"
        px="4"
        mt="1"
        _empty={{ display: 'none' }}
      >
        {problem}
      </chakra.p>
    </chakra.form>
  )
}

function SearchIcon() {
  return (
    <chakra.span
      position="absolute"
      insetStart="4"
      insetBlock="0"
      display="flex"
      alignItems="center"
      pointerEvents="none"
    >
      <Icon as={Search} />
    </chakra.span>
  )
}

function ClearButton({ onClick }: { onClick: () => void }) {
  return (
    <Button
      variant="ghost"
      shape="icon"
      position="absolute"
      insetEnd="1"
      top="0.5"
      aria-label={t(searchMessages.clear)}
      onClick={onClick}
    >
      <Icon as={X} />
    </Button>
  )
}
