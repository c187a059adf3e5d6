import { chakra } from '@chakra-ui/react'
import { type SubmitEvent, useState } from 'react'
import { accountMessages } from '#rules/account-messages.ts'
import * as fields from '#rules/fields.ts'
import { limits } from '#rules/limits.ts'
import { RequestProblem } from '../../../lib/auth-request.ts'
import { Button } from '../../../ui/Button.tsx'
import { showToast } from '../../../ui/toast.ts'
import { ownRequest, tellProblem } from '../account-request.ts'
import { PasswordField } from './PasswordField.tsx'
import { Section } from '../SettingsSection.tsx'

type Problems = Readonly<Record<string, string>>

const NOTHING = { currentPassword: '', newPassword: '' }

function problemsWith({ currentPassword, newPassword }: typeof NOTHING): Problems {
  const tooShort = fields.problemWith(fields.password, newPassword)
  return {
    ...(currentPassword === '' && { currentPassword: accountMessages.passwordEmpty }),
    ...(tooShort && { newPassword: tooShort }),
  }
}

/** @param onChanged told when the other sessions have ended with the old password */
export function PasswordSection({
  username,
  onChanged,
}: {
  username: string
  onChanged: () => void
}) {
  const [form, setForm] = useState(NOTHING)
  const [problems, setProblems] = useState<Problems>({})
  const [busy, setBusy] = useState(false)

  const change = (part: Partial<typeof NOTHING>) => {
    setForm({ ...form, ...part })
    setProblems(Object.fromEntries(Object.entries(problems).filter(([field]) => !(field in part))))
  }
  const show = (found: Problems, element: HTMLFormElement) => {
    setProblems(found)
    element.querySelector<HTMLElement>(`[name=${Object.keys(found)[0]}]`)?.focus()
  }

  const save = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const element = event.currentTarget
    const wrong = problemsWith(form)
    if (Object.keys(wrong).length > 0) return show(wrong, element)
    if (busy) return
    setBusy(true)
    try {
      await ownRequest('/change-password', form)
      setForm(NOTHING)
      showToast({
        kind: 'good',
        title: 'Password changed',
        description: 'Every other device is signed out.',
      })
      onChanged()
    } catch (reason) {
      if (reason instanceof RequestProblem && Object.keys(reason.fields).length > 0)
        show(reason.fields, element)
      else tellProblem(reason)
    }
    setBusy(false)
  }

  return (
    <Section id="password" title="Password" about="A new password signs every other device out.">
      <chakra.form
        noValidate
        method="post"
        onSubmit={save}
        display="flex"
        flexDirection="column"
        gap="4"
      >
        {/* Password managers want to know whose password it is. */}
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={username}
          readOnly
          hidden
        />
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
        <Button type="submit" variant="outline" alignSelf="flex-start" aria-busy={busy}>
          Change password
        </Button>
      </chakra.form>
    </Section>
  )
}
