import type { FragmentType } from '@apollo/client'
import { chakra, Flex } from '@chakra-ui/react'
import { Link } from 'react-router-dom'
import { profilePath } from '#rules/paths.ts'
import { t } from '../../lib/i18n.ts'
import { moderationMessages } from '../../messages/moderation.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Card } from '../../ui/Card.tsx'
import { Muted } from '../../ui/Muted.tsx'
import { PostText } from '../../ui/PostText.tsx'
import { RichText } from '../../ui/RichText.tsx'
import { LinkedPicture } from '../post/LinkedPicture.tsx'
import { EvidencePicture } from './EvidencePicture.tsx'
import {
  type ReportSubject_ReportFragment,
  useReportSubject_ReportFragment,
} from './ReportSubject.generated.ts'

type Snapshot = NonNullable<ReportSubject_ReportFragment['snapshot']>

/** What was reported, as it was then. */
export function ReportSubject({
  report: reference,
}: {
  report: FragmentType<ReportSubject_ReportFragment>
}) {
  const { id, subjectType, snapshot, pictureUrl, author } =
    useReportSubject_ReportFragment(reference)
  return (
    <Card as="section" aria-label={t(moderationMessages.subject)}>
      {snapshot ? (
        <>
          <Flex gap="3" align="center">
            <Avatar user={{ ...snapshot, id: author?.id ?? id }} />
            <chakra.div minW="0">
              <chakra.p textStyle="name" overflowWrap="anywhere">
                <bdi>{snapshot.displayName}</bdi>
              </chakra.p>
              <chakra.p textStyle="meta" color="muted" truncate>
                <ProfileLink to={profilePath(snapshot.username)}>
                  <bdi>@{snapshot.username}</bdi>
                </ProfileLink>
              </chakra.p>
            </chakra.div>
          </Flex>
          {subjectType === 'SHARE' && (
            <chakra.p textStyle="meta" color="muted" mt="3">
              {t(moderationMessages.sharedPost)}
            </chakra.p>
          )}
          {snapshot.content ? (
            <PostText>{snapshot.content}</PostText>
          ) : (
            <Muted mt="3">{t(moderationMessages.noText)}</Muted>
          )}
          <Picture snapshot={snapshot} pictureUrl={pictureUrl} isProfile={subjectType === 'USER'} />
          {snapshot.videoUrl && <VideoLink url={snapshot.videoUrl} />}
        </>
      ) : (
        <Muted>{t(moderationMessages.deletedSubject)}</Muted>
      )}
    </Card>
  )
}

interface PictureProps {
  snapshot: Snapshot
  pictureUrl: string | null
  isProfile: boolean
}

function Picture({ snapshot, pictureUrl, isProfile }: PictureProps) {
  const { displayName, imageUrl, imageAlt } = snapshot
  if (!imageUrl) return null
  const name = isProfile ? moderationMessages.profilePhoto : moderationMessages.photo
  const alt = imageAlt || t(name(displayName))
  const isUpload = imageUrl.startsWith('/')
  return isUpload ? (
    <EvidencePicture url={pictureUrl} alt={alt} />
  ) : (
    <LinkedPicture url={imageUrl} alt={alt} />
  )
}

/** Playing it would tell the other site, so it is a link. */
function VideoLink({ url }: { url: string }) {
  return (
    <chakra.p textStyle="body" mt="3" overflowWrap="anywhere">
      <RichText
        message={moderationMessages.video}
        elements={{
          link: (
            <chakra.a
              href={url}
              target="_blank"
              rel="noreferrer"
              color="accentText"
              textDecoration="underline"
            >
              {url}
            </chakra.a>
          ),
        }}
      />
    </chakra.p>
  )
}

const ProfileLink = chakra(Link, {
  base: { color: 'accentText', _hover: { textDecoration: 'underline' } },
})
