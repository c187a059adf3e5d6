import type {
  InteractionCounter,
  Person,
  ProfilePage,
  SocialMediaPosting,
  WithContext,
} from 'schema-dts'
import type { Addresses } from './addresses.ts'
import type { PreviewedPost, PreviewedUser } from './preview.read.ts'

const CONTEXT = 'https://schema.org'

/** A post in the vocabulary of schema.org. */
export function postJsonLd(
  post: PreviewedPost,
  addresses: Addresses,
): WithContext<SocialMediaPosting> {
  const { author, content, createdAt, image, videoUrl } = post
  const url = addresses.post(post)
  return {
    '@context': CONTEXT,
    '@type': 'SocialMediaPosting',
    '@id': url,
    url,
    articleBody: content,
    datePublished: createdAt,
    author: personOf(author, addresses),
    ...(image && { image: addresses.absolute(image.url) }),
    ...(videoUrl !== null && { sharedContent: { '@type': 'WebPage', url: videoUrl } }),
    interactionStatistic: [
      counter('LikeAction', post.likesCount),
      counter('ShareAction', post.sharesCount),
      counter('CommentAction', post.repliesCount),
    ],
  }
}

/** A profile in the vocabulary of schema.org. */
export function profileJsonLd(user: PreviewedUser, addresses: Addresses): WithContext<ProfilePage> {
  return {
    '@context': CONTEXT,
    '@type': 'ProfilePage',
    url: addresses.profile(user),
    dateCreated: user.createdAt,
    mainEntity: {
      ...personOf(user, addresses),
      ...(user.bio !== null && { description: user.bio }),
      interactionStatistic: counter('FollowAction', user.followersCount),
    },
  }
}

type InteractionType = 'LikeAction' | 'ShareAction' | 'CommentAction' | 'FollowAction'

function personOf(
  user: Pick<PreviewedUser, 'id' | 'displayName' | 'username' | 'avatar'>,
  { profile, absolute }: Addresses,
): Exclude<Person, string> {
  return {
    '@type': 'Person',
    name: user.displayName,
    alternateName: `@${user.username}`,
    identifier: user.id,
    url: profile(user),
    ...(user.avatar !== null && { image: absolute(user.avatar) }),
  }
}

function counter(
  interactionType: InteractionType,
  userInteractionCount: number,
): Exclude<InteractionCounter, string> {
  return {
    '@type': 'InteractionCounter',
    interactionType: { '@type': interactionType },
    userInteractionCount,
  }
}
