import { chakra } from '@chakra-ui/react'
import { type SubmitEvent, useState } from 'react'
import { accountMessages } from '#rules/account-messages.ts'
import * as fields from '#rules/fields.ts'
import { limits } from '#rules/limits.ts'
import { RequestProblem } from '../../../lib/auth-request.ts'
import { Button } from '../../../ui/Button.tsx'
import { showToast } from '../../../ui/toast.ts'
import { accountRequest, toastError } from '../account-request.ts'
import { SettingsSection } from '../SettingsSection.tsx'
import { HiddenUsername } from './HiddenUsername.tsx'
import { PasswordField } from './PasswordField.tsx'

type Problems = Readonly<Record<string, string>>

const EMPTY = { currentPassword: '', newPassword: '' }

function problemsWith({ currentPassword, newPassword }: typeof EMPTY): Problems {
  const newPasswordProblem = fields.problemWith(fields.password, newPassword)
  return {
    ...(currentPassword === '' && { currentPassword: accountMessages.passwordEmpty }),
    ...(newPasswordProblem && { newPassword: newPasswordProblem }),
  }
}

/** @param onChanged called after a change, which also ends all other sessions */
export function PasswordSection({
  username,
  onChanged,
}: {
  username: string
  onChanged: () => void
}) {
  const { form, problems, isBusy, change, save } = usePasswordForm(onChanged)
  return (
    <SettingsSection
      id="password"
      title="Password"
      about="A new password signs every other device out."
    >
      <chakra.form
        noValidate
        method="post"
        onSubmit={save}
        display="flex"
        flexDirection="column"
        gap="4"
      >
        <HiddenUsername username={username} />
        <PasswordField
          label="Current password"
          name="currentPassword"
          autoComplete="current-password"
          value={form.currentPassword}
          error={problems.currentPassword}
          onChange={(currentPassword) => change({ currentPassword })}
        />
        <PasswordField
          label="New password"
          name="newPassword"
          autoComplete="new-password"
          hint={`At least ${limits.passwordLength.min} characters.`}
          value={form.newPassword}
          error={problems.newPassword}
          onChange={(newPassword) => change({ newPassword })}
        />
        <Button type="submit" variant="outline" alignSelf="flex-start" aria-busy={isBusy}>
          Change password
        </Button>
      </chakra.form>
    </SettingsSection>
  )
}

function usePasswordForm(onChanged: () => void) {
  const [form, setForm] = useState(EMPTY)
  const [problems, setProblems] = useState<Problems>({})
  const [isBusy, setBusy] = useState(false)

  const change = (values: Partial<typeof EMPTY>) => {
    setForm({ ...form, ...values })
    setProblems(
      Object.fromEntries(Object.entries(problems).filter(([field]) => !(field in values))),
    )
  }
  const showProblems = (problems: Problems, element: HTMLFormElement) => {
    setProblems(problems)
    element.querySelector<HTMLElement>(`[name=${Object.keys(problems)[0]}]`)?.focus()
  }

  const save = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const element = event.currentTarget
    const invalid = problemsWith(form)
    if (Object.keys(invalid).length > 0) return showProblems(invalid, element)
    if (isBusy) return
    setBusy(true)
    try {
      await accountRequest('/change-password', form)
      setForm(EMPTY)
      showToast({
        kind: 'success',
        title: 'Password changed',
        description: 'Every other device is signed out.',
      })
      onChanged()
    } catch (error) {
      if (error instanceof RequestProblem && Object.keys(error.fields).length > 0)
        showProblems(error.fields, element)
      else toastError(error)
    }
    setBusy(false)
  }
  return { form, problems, isBusy, change, save }
}
