import { chakra } from '@chakra-ui/react'
import { t } from '../../lib/i18n.ts'
import { formMessages } from '../../messages/form.ts'
import { Button } from '../../ui/Button.tsx'

interface StepButtonsProps {
  submitLabel: string
  isBusy: boolean
  onCancel: () => void
}

export function StepButtons({ submitLabel, isBusy, onCancel }: StepButtonsProps) {
  return (
    <chakra.div display="flex" flexWrap="wrap" gap="2">
      <Button type="submit" variant="outline" aria-busy={isBusy}>
        {submitLabel}
      </Button>
      <Button variant="ghost" onClick={onCancel}>
        {t(formMessages.cancel)}
      </Button>
    </chakra.div>
  )
}
