import { msg } from '@lingui/core/macro'

export const contactMessages = {
  about: (contact: string) =>
    msg`No account, or can’t sign in? You can still reach us: <contact>${contact}</contact>`,
}
