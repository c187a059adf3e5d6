import { chakra, Stack } from '@chakra-ui/react'
import { textStyles } from '../ui/text-styles.ts'
import { Section } from './Section.tsx'

export function TextStyles() {
  return (
    <Section title="Text styles">
      <Stack gap="3">
        {Object.keys(textStyles).map((name) => (
          <chakra.p key={name} textStyle={name} overflowWrap="anywhere">
            {name}: a good walk, a kind word, a plan that worked out 1234
          </chakra.p>
        ))}
      </Stack>
    </Section>
  )
}
