import { msg } from '@lingui/core/macro'

export const videoMessages = {
  playFrom: (host: string) => msg`Play from ${host}`,
  watchOn: (host: string) => msg`Watch on ${host}`,
}
