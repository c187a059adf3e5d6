import { useState } from 'react'
import type { AppKey } from '#rules/account-api.ts'
import * as accountApi from '#rules/account-api.ts'
import { t } from '../../../lib/i18n.ts'
import { twoFactorMessages } from '../../../messages/auth.ts'
import { authMessages } from '../../../messages/auth-common.ts'
import { showToast } from '../../../ui/toast.ts'
import { accountRequest } from '../account-request.ts'
import { focusSection } from '../SettingsSection.tsx'

export type TwoFactorAction = 'turnOn' | 'newCodes' | 'turnOff'
type Step =
  | { step: 'idle' }
  | { step: 'password'; action: TwoFactorAction }
  | { step: 'app'; app: AppKey }
  | { step: 'codes'; codes: readonly string[] }

export const SECTION_ID = 'two-factor'
const IDLE: Step = { step: 'idle' }

/** The steps to turn two-step sign-in on and off, and to renew the recovery codes. */
export function useTwoFactorSteps(reload: () => Promise<void>, onTurnedOn: () => void) {
  const [current, setCurrent] = useState<Step>(IDLE)

  const reset = () => {
    setCurrent(IDLE)
    focusSection(SECTION_ID)
  }
  const confirmPassword = (action: TwoFactorAction) => setCurrent({ step: 'password', action })

  const start = async (password: string) =>
    setCurrent({
      step: 'app',
      app: await accountRequest(accountApi.startTwoFactor, { body: { password } }),
    })
  const renew = async (password: string) => {
    const { recoveryCodes } = await accountRequest(accountApi.renewRecoveryCodes, {
      body: { password },
    })
    setCurrent({ step: 'codes', codes: recoveryCodes })
    await reload()
  }
  const turnOff = async (password: string) => {
    await accountRequest(accountApi.turnOffTwoFactor, { body: { password } })
    await reload()
    reset()
    showToast({
      kind: 'success',
      title: t(twoFactorMessages.isOff),
      description: t(twoFactorMessages.isOffDescription),
    })
  }
  const handleConfirmed = async (codes: readonly string[]) => {
    setCurrent({ step: 'codes', codes })
    showToast({
      kind: 'success',
      title: t(twoFactorMessages.isOn),
      description: t(authMessages.otherDevicesSignedOut),
    })
    onTurnedOn()
    await reload()
  }
  const passwordSteps = {
    turnOn: () => ({
      title: t(authMessages.confirmIdentity),
      submitLabel: t(authMessages.continue),
      onPassword: start,
    }),
    newCodes: () => ({
      title: t(twoFactorMessages.newCodes),
      about: t(twoFactorMessages.newCodesAbout),
      submitLabel: t(twoFactorMessages.showNewCodes),
      onPassword: renew,
    }),
    turnOff: () => ({
      title: t(twoFactorMessages.turnOffTitle),
      about: t(twoFactorMessages.turnOffAbout),
      submitLabel: t(twoFactorMessages.turnOff),
      onPassword: turnOff,
    }),
  }
  return { current, confirmPassword, passwordSteps, handleConfirmed, reset }
}
