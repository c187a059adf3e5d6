import { chakra, Flex } from '@chakra-ui/react'
import { ColorModeButton } from '../ui/ColorModeButton.tsx'
import { LazyToasts } from '../ui/LazyToasts.tsx'
import { Wordmark } from '../ui/Wordmark.tsx'
import { Buttons } from './Buttons.tsx'
import { Colors } from './Colors.tsx'
import { Content } from './Content.tsx'
import { Failures } from './Failures.tsx'
import { Fields } from './Fields.tsx'
import { Overlays } from './Overlays.tsx'
import { People } from './People.tsx'
import { States } from './States.tsx'
import { TextStyles } from './TextStyles.tsx'

/** Every component of web/ui in its states, in development only. */
export function Gallery() {
  return (
    <chakra.main maxW="75rem" mx="auto" px={{ base: '4', md: '8' }} py="6">
      <Flex justify="space-between" align="center" mb="6">
        <Wordmark />
        <ColorModeButton />
      </Flex>
      <chakra.h1 textStyle="display">Gallery</chakra.h1>
      <Colors />
      <TextStyles />
      <Buttons />
      <Fields />
      <People />
      <Content />
      <Overlays />
      <States />
      <Failures />
      <LazyToasts />
    </chakra.main>
  )
}
