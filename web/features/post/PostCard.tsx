import type { FragmentType } from '@apollo/client'
import { chakra, Flex } from '@chakra-ui/react'
import Share2 from 'lucide-react/icons/share-2'
import { useId } from 'react'
import { Link } from 'react-router-dom'
import { profilePath } from '#rules/paths.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Card } from '../../ui/Card.tsx'
import { Count } from '../../ui/Count.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { LikeButton } from '../like/LikeButton.tsx'
import { useViewer } from '../viewer/viewer.ts'
import { type PostCard_PostFragment, usePostCard_PostFragment } from './PostCard.generated.ts'
import { PostMedia } from './PostMedia.tsx'
import { PostMenuButton } from './PostMenuButton.tsx'
import { PostText } from './PostText.tsx'
import { isPending } from './pending.ts'

/** A post. `marked` is a search whose words are marked in the text. */
export function PostCard({ post: reference, marked }: { post: FragmentType<PostCard_PostFragment>; marked?: string }) {
  const post = usePostCard_PostFragment(reference)
  const viewer = useViewer()
  const nameId = useId()
  const { author } = post
  const pending = isPending(post.id)
  const profile = profilePath(author.username)
  return (
    <Card asChild opacity={pending ? '0.6' : undefined}>
      <article aria-labelledby={nameId} aria-busy={pending} inert={pending}>
        <Flex gap="3">
          <chakra.div asChild alignSelf="flex-start" borderRadius="full">
            <Link to={profile} tabIndex={-1} aria-hidden>
              <Avatar user={author} />
            </Link>
          </chakra.div>
          <chakra.div flex="1" minW="0">
            <Flex align="flex-start" justify="space-between" gap="2" minH="touch">
              <chakra.div minW="0" pt="px">
                <chakra.div asChild textStyle="name" display="block" truncate _hover={{ textDecoration: 'underline' }} dir="auto">
                  <Link id={nameId} to={profile}>
                    {author.displayName}
                  </Link>
                </chakra.div>
                <chakra.p display="flex" gap="1" textStyle="meta" color="muted">
                  <chakra.span truncate>@{author.username}</chakra.span>
                  <span aria-hidden>·</span>
                  <RelativeTime at={post.createdAt} />
                </chakra.p>
              </chakra.div>
              {viewer?.id === author.id && <PostMenuButton postId={post.id} />}
            </Flex>
          </chakra.div>
        </Flex>
        <PostText text={post.content} marked={marked} />
        <PostMedia post={post} author={author.displayName} />
        <Flex gap="4" align="center" mt="2" mb="-2">
          <LikeButton post={post} />
          <Count icon={Share2} count={post.sharesCount} noun="share" />
        </Flex>
      </article>
    </Card>
  )
}
