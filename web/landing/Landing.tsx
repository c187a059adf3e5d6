import { chakra, Flex, Grid, Stack } from '@chakra-ui/react'
import type { LucideIcon } from 'lucide-react'
import HandHeart from 'lucide-react/icons/hand-heart'
import PartyPopper from 'lucide-react/icons/party-popper'
import SunMedium from 'lucide-react/icons/sun-medium'
import type { ReactNode } from 'react'
import { paths } from '#rules/paths.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Wordmark } from '../ui/Wordmark.tsx'
import { SamplePost } from './SamplePost.tsx'
import { samples } from './samples.ts'

/** Shown at `/` to signed-out visitors. Rendered at build time and works without scripts. */
export function Landing() {
  return (
    <chakra.div bgImage="linear-gradient(to bottom, {colors.accentSubtle}, {colors.bg} 26rem)">
      <Column asChild py="4">
        <header>
          <Flex align="center" justify="space-between">
            <Wordmark />
            <Button asChild variant="ghost" color="ink">
              <a href={paths.signIn}>Sign in</a>
            </Button>
          </Flex>
        </header>
      </Column>
      <main>
        <Column asChild py={{ base: '12', md: '16' }} textAlign="center">
          <section>
            <chakra.h1 textStyle="hero" textWrap="balance">
              Share the good in your day.
            </chakra.h1>
            <chakra.p
              mt="4"
              mx="auto"
              maxW="main"
              textStyle="post"
              color="muted"
              textWrap="balance"
            >
              Good Vibes is a small, friendly place for the things that went right: a kind word, a
              good walk, a plan that worked out.
            </chakra.p>
            <Button asChild mt="8" minH="12" px="8" fontSize="md">
              <a href={paths.signIn}>Join Good Vibes</a>
            </Button>
          </section>
        </Column>
        <Column>
          <chakra.h2 srOnly>What it is</chakra.h2>
          <Grid gap="4" gridTemplateColumns={{ md: 'repeat(3, 1fr)' }}>
            <Feature icon={SunMedium} title="Positive content only">
              No outrage, no arguments. Just the parts of life that are worth passing on.
            </Feature>
            <Feature icon={HandHeart} title="Supportive community">
              People who are glad for you, and tell you so with a heart.
            </Feature>
            <Feature icon={PartyPopper} title="Share your joy">
              A few words, a photo, a video. Small wins are welcome here.
            </Feature>
          </Grid>
        </Column>
        <Column pt="12" pb="16">
          <chakra.h2 textStyle="display" textAlign="center">
            From the community
          </chakra.h2>
          <Grid mt="6" gap="4" alignItems="start" gridTemplateColumns={{ md: 'repeat(2, 1fr)' }}>
            {samples.map((sample) => (
              <SamplePost key={sample.author.id} {...sample} />
            ))}
          </Grid>
          <Flex justify="center" mt="8">
            <Button asChild variant="outline">
              <a href={paths.explore}>Read more posts</a>
            </Button>
          </Flex>
        </Column>
      </main>
      <chakra.footer borderTopWidth="1px">
        <Column
          py="6"
          display="flex"
          flexWrap="wrap"
          gap="4"
          justifyContent="space-between"
          textStyle="meta"
          color="muted"
        >
          <span>Good Vibes. Made for good days, and for the others.</span>
          <chakra.a href={paths.signIn} textDecoration="underline">
            Join
          </chakra.a>
        </Column>
      </chakra.footer>
    </chakra.div>
  )
}

const Column = chakra('div', {
  base: { w: 'full', maxW: '62rem', mx: 'auto', px: { base: '4', md: '6' } },
})

function Feature({
  icon,
  title,
  children,
}: {
  icon: LucideIcon
  title: string
  children: ReactNode
}) {
  return (
    <Card>
      <Stack gap="2" align="flex-start">
        <chakra.span display="flex" p="3" borderRadius="full" bg="accentSubtle" color="accentText">
          <Icon as={icon} size="6" />
        </chakra.span>
        <chakra.h3 textStyle="title" mt="1">
          {title}
        </chakra.h3>
        <chakra.p textStyle="body" color="muted">
          {children}
        </chakra.p>
      </Stack>
    </Card>
  )
}
