import { msg } from '@lingui/core/macro'

export const formMessages = {
  cancel: msg`Cancel`,
  showPassword: msg`Show`,
  hidePassword: msg`Hide`,
  showPasswordTitle: msg`Show what you type`,
  hidePasswordTitle: msg`Hide what you typed`,
  passwordHint: (min: number) => msg`At least ${min} characters.`,
}
