import { chakra, Stack } from '@chakra-ui/react'
import { Card } from '../../ui/Card.tsx'

const steps = [
  { title: 'Share something good', text: 'A small win, a kind moment, a view you liked.' },
  {
    title: 'Spread the love',
    text: 'Like what made you smile. It costs nothing and lands softly.',
  },
  { title: 'Make it yours', text: 'Add a photo and a few words to your profile.' },
]

/** The right column: a welcome, first steps and a quote. */
export function SidePanel() {
  return (
    <>
      <Card>
        <Heading>Welcome to Good Vibes</Heading>
        <chakra.p textStyle="body" color="muted" mt="2">
          A quiet corner for the good parts of the day. Read a little, share a little, leave lighter
          than you came.
        </chakra.p>
      </Card>
      <Card>
        <Heading>Getting started</Heading>
        <Stack as="ol" gap="4" mt="3">
          {steps.map(({ title, text }, index) => (
            <chakra.li key={title} display="flex" gap="3">
              <chakra.span
                flexShrink="0"
                boxSize="8"
                display="flex"
                alignItems="center"
                justifyContent="center"
                borderRadius="full"
                bg="accentSubtle"
                color="accentText"
                textStyle="name"
                aria-hidden
              >
                {index + 1}
              </chakra.span>
              <span>
                <chakra.span display="block" textStyle="name">
                  {title}
                </chakra.span>
                <chakra.span display="block" textStyle="meta" color="muted">
                  {text}
                </chakra.span>
              </span>
            </chakra.li>
          ))}
        </Stack>
      </Card>
      <Card asChild>
        <figure>
          <chakra.blockquote textStyle="post">
            “No act of kindness, no matter how small, is ever wasted.”
          </chakra.blockquote>
          <chakra.figcaption textStyle="meta" color="muted" mt="2">
            Aesop
          </chakra.figcaption>
        </figure>
      </Card>
    </>
  )
}

const Heading = chakra('h2', { base: { textStyle: 'name', fontSize: 'md' } })
