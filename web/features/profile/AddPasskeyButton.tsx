import KeyRound from 'lucide-react/icons/key-round'
import { useState } from 'react'
import { addPasskey } from '../../lib/passkey.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { showToast } from '../../ui/toast.ts'

export function AddPasskeyButton() {
  const [adding, setAdding] = useState(false)
  const add = async () => {
    setAdding(true)
    try {
      if (await addPasskey()) await showToast({ kind: 'good', title: 'Passkey added', description: 'You can sign in with it from now on.' })
    } catch (reason) {
      await showToast({ kind: 'bad', title: 'No passkey added', description: (reason as Error).message })
    }
    setAdding(false)
  }
  return (
    <Button variant="ghost" disabled={adding} onClick={add}>
      <Icon as={KeyRound} />
      Add a passkey
    </Button>
  )
}
