import { limits } from './limits.ts'

/** Messages that client and server share. The first group is quoted from the specification. */
export const messages = {
  postEmpty: 'Please write something positive to share!',
  postTooLong: `Post must be ${limits.postLength} characters or less.`,
  postFailed: 'Failed to create post. Please try again.',
  postShared: 'Your positive post has been shared! ✨',
  liked: 'Spread the love! ❤️',
  unliked: 'Post unliked',
  somethingWentWrong: 'Something went wrong. Please try again.',
  pictureType: { title: 'Invalid file type', description: 'Please select an image file' },
  pictureSize: { title: 'File too large', description: 'Please select an image smaller than 5MB' },
  pictureFailed: { title: 'Upload failed', description: 'Failed to process the image' },
  imageUrlInvalid: 'Invalid image URL',
  videoUrlInvalid: 'Invalid video URL',

  signInFirst: 'Please sign in first.',
} as const
