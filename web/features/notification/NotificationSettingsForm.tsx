import type { FragmentType } from '@apollo/client'
import { chakra } from '@chakra-ui/react'
import { t } from '../../lib/i18n.ts'
import { useForm } from '../../lib/use-form.ts'
import { notificationSettingsMessages } from '../../messages/notification-settings.ts'
import { Button } from '../../ui/Button.tsx'
import { CheckboxField } from '../../ui/ChoiceField.tsx'
import { SettingsForm } from '../auth/SettingsForm.tsx'
import { DeliveryField } from './DeliveryField.tsx'
import { HourFields } from './HourFields.tsx'
import {
  type NotificationSettings_SettingsFragment,
  useNotificationSettings_SettingsFragment,
  useUpdateNotificationSettingsMutation,
} from './NotificationSettings.generated.ts'
import { inputOf, settingsSchema, switches, valuesOf } from './settings-form.ts'

interface NotificationSettingsFormProps {
  settings: FragmentType<NotificationSettings_SettingsFragment>
  /** Whether the server sends email. */
  hasMail: boolean
}

/** When the viewer is notified, and of what. */
export function NotificationSettingsForm({ settings, hasMail }: NotificationSettingsFormProps) {
  const stored = useNotificationSettings_SettingsFragment(settings)
  const update = useUpdateNotificationSettingsMutation()
  const localZone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const form = useForm({
    initial: valuesOf(stored),
    schema: settingsSchema,
    onSubmit: async (values) => {
      const successToast = { title: t(notificationSettingsMessages.saved) }
      const { error } = await update(inputOf(values, localZone), { successToast })
      if (error) throw error
    },
  })
  const { thanksAbout, weeklyEmailAbout } = notificationSettingsMessages
  const about = { thanks: thanksAbout, weeklyEmail: weeklyEmailAbout }
  return (
    <SettingsForm {...form.props}>
      <DeliveryField {...form.field('delivery')} />
      <HourFields
        delivery={form.values.delivery}
        field={form.field}
        timeZone={stored.timeZone}
        localZone={localZone}
      />
      <fieldset>
        <chakra.legend textStyle="name" mb="1">
          {t(notificationSettingsMessages.kinds)}
        </chakra.legend>
        {switches
          .filter((name) => hasMail || name !== 'weeklyEmail')
          .map((name) => (
            <CheckboxField
              key={name}
              {...form.field(name)}
              label={t(notificationSettingsMessages[name])}
              about={name in about ? t(about[name as keyof typeof about]) : undefined}
            />
          ))}
      </fieldset>
      <Button type="submit" variant="outline" alignSelf="flex-start" aria-busy={form.isBusy}>
        {t(notificationSettingsMessages.save)}
      </Button>
    </SettingsForm>
  )
}
