import { chakra, Flex, Grid, Stack } from '@chakra-ui/react'
import type { LucideIcon } from 'lucide-react'
import HandHeart from 'lucide-react/icons/hand-heart'
import PartyPopper from 'lucide-react/icons/party-popper'
import SunMedium from 'lucide-react/icons/sun-medium'
import type { ReactNode } from 'react'
import { paths } from '#rules/paths.ts'
import { t } from '../lib/i18n.ts'
import { landingMessages } from '../messages/landing.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Muted } from '../ui/Muted.tsx'
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
              <a href={paths.signIn}>{t(landingMessages.signIn)}</a>
            </Button>
          </Flex>
        </header>
      </Column>
      <main>
        <Column asChild py={{ base: '12', md: '16' }} textAlign="center">
          <section>
            <chakra.h1 textStyle="hero" textWrap="balance">
              {t(landingMessages.title)}
            </chakra.h1>
            <chakra.p
              mt="4"
              mx="auto"
              maxW="main"
              textStyle="post"
              color="muted"
              textWrap="balance"
            >
              {t(landingMessages.text)}
            </chakra.p>
            <Button asChild mt="8" minH="12" px="8" fontSize="md">
              <a href={paths.signIn}>{t(landingMessages.joinGoodVibes)}</a>
            </Button>
          </section>
        </Column>
        <Column>
          <chakra.h2 srOnly>{t(landingMessages.features)}</chakra.h2>
          <Grid gap="4" gridTemplateColumns={{ md: 'repeat(3, 1fr)' }}>
            <Feature icon={SunMedium} title={t(landingMessages.positive)}>
              {t(landingMessages.positiveText)}
            </Feature>
            <Feature icon={HandHeart} title={t(landingMessages.supportive)}>
              {t(landingMessages.supportiveText)}
            </Feature>
            <Feature icon={PartyPopper} title={t(landingMessages.joy)}>
              {t(landingMessages.joyText)}
            </Feature>
          </Grid>
        </Column>
        <Column pt="12" pb="16">
          <chakra.h2 textStyle="display" textAlign="center">
            {t(landingMessages.samples)}
          </chakra.h2>
          <Grid mt="6" gap="4" alignItems="start" gridTemplateColumns={{ md: 'repeat(2, 1fr)' }}>
            {samples.map((sample) => (
              <SamplePost key={sample.author.id} {...sample} />
            ))}
          </Grid>
          <Flex justify="center" mt="8">
            <Button asChild variant="outline">
              <a href={paths.explore}>{t(landingMessages.more)}</a>
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
          <span>{t(landingMessages.footer)}</span>
          <chakra.a href={paths.signIn} textDecoration="underline">
            {t(landingMessages.join)}
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
        <Muted>{children}</Muted>
      </Stack>
    </Card>
  )
}
