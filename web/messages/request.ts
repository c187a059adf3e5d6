import { msg } from '@lingui/core/macro'

export const requestMessages = {
  unreachable: msg`We can’t reach Good Vibes. Check your connection and try again.`,
  failed: msg`Something went wrong. Please try again.`,
}
