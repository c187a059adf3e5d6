import { msg } from '@lingui/core/macro'

export const dateMessages = {
  justNow: msg`less than a minute ago`,
}
