import { chakra, Flex } from '@chakra-ui/react'
import { intlFormat } from 'date-fns/intlFormat'
import { dateLocale, t } from '../../lib/i18n.ts'
import type { FieldProps } from '../../lib/use-form.ts'
import { notificationSettingsMessages } from '../../messages/notification-settings.ts'
import { CheckboxField } from '../../ui/ChoiceField.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { hourFields, type SettingsValues } from './settings-form.ts'

interface HourFieldsProps {
  delivery: string
  field: (name: keyof SettingsValues) => FieldProps
  /** The time zone of the hours; null means UTC. */
  timeZone: string | null
  /** The time zone of the browser. */
  localZone: string
}

/** "08:00" */
const hourText = (hour: number) =>
  intlFormat(new Date(2000, 0, 1, hour), { timeStyle: 'short' }, { locale: dateLocale })
const options = Array.from({ length: 24 }, (_, hour) => [String(hour), hourText(hour)] as const)

/** The hours at which groups arrive. */
export function HourFields({ delivery, field, timeZone, localZone }: HourFieldsProps) {
  if (delivery === 'AS_IT_HAPPENS') return null
  const { hour, hours } = notificationSettingsMessages
  const fields =
    delivery === 'DAILY'
      ? [{ name: 'hour' as const, label: t(hour) }]
      : hourFields.map((name, index) => ({ name, label: t(hours[index] ?? hour) }))
  return (
    <div>
      <Flex gap="3" wrap="wrap">
        {fields.map(({ name, label }) => (
          <chakra.div key={name} flex="1" minW="7rem" maxW="12rem">
            <SelectField {...field(name)} label={label} options={options} />
          </chakra.div>
        ))}
      </Flex>
      <chakra.p textStyle="meta" color="muted" mt="1">
        {t(notificationSettingsMessages.timeZone(timeZone ?? 'UTC'))}
      </chakra.p>
      {(timeZone ?? 'UTC') !== localZone && (
        <CheckboxField
          {...field('isLocalZone')}
          label={t(notificationSettingsMessages.localZone(localZone))}
        />
      )}
    </div>
  )
}
