import { t } from '../../lib/i18n.ts'
import type { FieldProps } from '../../lib/use-form.ts'
import { notificationSettingsMessages } from '../../messages/notification-settings.ts'
import { RadioField } from '../../ui/ChoiceField.tsx'
import { deliveries } from './settings-form.ts'

const { asItHappensAbout, batchesAbout } = notificationSettingsMessages
const about = {
  THREE_TIMES_A_DAY: batchesAbout,
  DAILY: batchesAbout,
  AS_IT_HAPPENS: asItHappensAbout,
}

/** When groups of likes, shares and follows arrive. */
export function DeliveryField(field: FieldProps) {
  return (
    <RadioField
      {...field}
      label={t(notificationSettingsMessages.delivery)}
      options={deliveries.map((value) => ({
        value,
        label: t(notificationSettingsMessages[value]),
        about: t(about[value]),
      }))}
    />
  )
}
