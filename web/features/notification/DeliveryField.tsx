import { chakra } from '@chakra-ui/react'
import { t } from '../../lib/i18n.ts'
import type { FieldProps } from '../../lib/use-form.ts'
import { notificationSettingsMessages } from '../../messages/notification-settings.ts'
import { Choice, ChoiceText } from '../../ui/Choice.tsx'
import { deliveries } from './settings-form.ts'

const { asItHappensAbout, batchesAbout } = notificationSettingsMessages
const about = {
  THREE_TIMES_A_DAY: batchesAbout,
  DAILY: batchesAbout,
  AS_IT_HAPPENS: asItHappensAbout,
}

/** When groups of likes, shares and follows arrive. */
export function DeliveryField({ name, value, onChange }: FieldProps) {
  return (
    <fieldset>
      <chakra.legend textStyle="name" mb="1">
        {t(notificationSettingsMessages.delivery)}
      </chakra.legend>
      {deliveries.map((delivery) => (
        <Choice key={delivery}>
          <chakra.input
            type="radio"
            name={name}
            value={delivery}
            checked={delivery === value}
            accentColor="accent"
            mt="1"
            onChange={() => onChange(delivery)}
          />
          <ChoiceText name={t(notificationSettingsMessages[delivery])} about={t(about[delivery])} />
        </Choice>
      ))}
    </fieldset>
  )
}
