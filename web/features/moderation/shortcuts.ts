import { createStore } from '../../lib/store.ts'
import { storedText } from '../../lib/stored-text.ts'

const OFF = 'off'
const stored = storedText('moderation-shortcuts')

/** Whether single keys judge reports. Speech input and stray keys are reasons to turn that off. */
export const areShortcutsOn = createStore<boolean>({
  get: () => stored.read() !== OFF,
  set: (value) => void stored.write(value ? null : OFF),
})
