import { Flex } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import * as accountApi from '#rules/account-api.ts'
import { paths } from '#rules/paths.ts'
import { ApiError } from '../lib/api-error.ts'
import { t } from '../lib/i18n.ts'
import { signUpMode } from '../lib/page-settings.ts'
import { request } from '../lib/request.ts'
import { joinMessages } from '../messages/join.ts'
import { signInMessages } from '../messages/sign-in.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Muted } from '../ui/Muted.tsx'
import { RichText } from '../ui/RichText.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { TextLink } from '../ui/TextLink.tsx'
import { Notice } from './Notice.tsx'
import { SignUpForm } from './SignUpForm.tsx'

/** The sign-up page of an invitation. */
export function Join({ code, search }: { code: string; search: string }) {
  const { inviter, error } = useInvitation(code)
  if (error === null)
    return <SignUpForm search={search} invitation={code} header={<Invited by={inviter} />} />
  return (
    <Notice title={t(joinMessages.invalid)} link={<OtherWay />}>
      {error}
    </Notice>
  )
}

interface Invitation {
  /** Null: the operator. Undefined while it is loading. */
  inviter: accountApi.Inviter | null | undefined
  /** Why no one can join with it. */
  error: string | null
}

function useInvitation(code: string): Invitation {
  const [invitation, setInvitation] = useState<Invitation>({ inviter: undefined, error: null })
  useEffect(() => {
    const load = async () => {
      try {
        const { inviter } = await request(accountApi.getInvitation, { params: { code } })
        setInvitation({ inviter, error: null })
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        // After other failures the form still works later, as signing up checks the code again.
        setInvitation({ inviter: null, error: error.status === 404 ? error.detail : null })
      }
    }
    void load()
  }, [code])
  return invitation
}

function Invited({ by: inviter }: { by: Invitation['inviter'] }) {
  if (inviter === undefined) return <Skeleton h="10" />
  if (inviter === null) return <Muted>{t(joinMessages.invited)}</Muted>
  return (
    <Flex gap="3" align="center">
      <Avatar user={inviter} />
      <Muted minW="0" overflowWrap="anywhere">
        <RichText
          message={joinMessages.invitedBy(inviter.displayName)}
          elements={{ name: <bdi /> }}
        />
      </Muted>
    </Flex>
  )
}

function OtherWay() {
  const isOpen = signUpMode() === 'open'
  return (
    <TextLink href={isOpen ? `${paths.signIn}#create-account` : paths.signIn}>
      {t(isOpen ? joinMessages.withoutInvitation : signInMessages.backToSignIn)}
    </TextLink>
  )
}
