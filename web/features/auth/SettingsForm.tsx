import { chakra } from '@chakra-ui/react'

/** A form in a section or a dialog. */
export const SettingsForm = chakra('form', {
  base: { display: 'flex', flexDirection: 'column', gap: '4' },
})
