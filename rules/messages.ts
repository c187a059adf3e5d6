import { limits } from './limits.ts'

/** The product's words where client and server say the same; the first group stands in the specification letter for letter. */
export const messages = {
  postEmpty: 'Please write something positive to share!',
  postTooLong: `Post must be ${limits.postLength} characters or less.`,
  postFailed: 'Failed to create post. Please try again.',
  postShared: 'Your positive post has been shared! ✨',
  liked: 'Spread the love! ❤️',
  unliked: 'Post unliked',
  likeFailed: 'Something went wrong. Please try again.',
  pictureType: { title: 'Invalid file type', description: 'Please select an image file' },
  pictureSize: { title: 'File too large', description: 'Please select an image smaller than 5MB' },
  pictureFailed: { title: 'Upload failed', description: 'Failed to process the image' },
  imageUrlInvalid: 'Invalid image URL',
  videoUrlInvalid: 'Invalid video URL',

  signInFirst: 'Please sign in first.',
} as const
