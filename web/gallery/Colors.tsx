import { chakra, Grid } from '@chakra-ui/react'
import { Muted } from '../ui/Muted.tsx'
import { colors, hues } from '../ui/tokens.ts'
import { Section } from './Section.tsx'

/** The values are shown too, because a small change of a colour is hard to see. */
export function Colors() {
  return (
    <Section title="Colours">
      <Grid templateColumns="repeat(auto-fill, minmax(9rem, 1fr))" gap="4">
        {Object.entries(colors).map(([name, values]) => (
          <Swatch key={name} name={name} values={values} background={name} />
        ))}
        {hues.map(({ background, ink }, hue) => (
          <Swatch
            key={background[0]}
            name={`hue.${hue}`}
            values={[...background, ...ink]}
            background={`hue.${hue}.background`}
            ink={`hue.${hue}.ink`}
          />
        ))}
      </Grid>
    </Section>
  )
}

interface SwatchProps {
  name: string
  values: readonly string[]
  background: string
  ink?: string
}

function Swatch({ name, values, background, ink }: SwatchProps) {
  return (
    <div>
      <chakra.div
        h="12"
        borderRadius="control"
        borderWidth="1px"
        borderColor="border"
        bg={background}
        color={ink}
        textStyle="name"
        p="3"
        aria-hidden
      >
        {ink && 'Aa'}
      </chakra.div>
      <chakra.p textStyle="name" mt="1">
        {name}
      </chakra.p>
      <Muted textStyle="meta">{values.join(' ')}</Muted>
    </div>
  )
}
