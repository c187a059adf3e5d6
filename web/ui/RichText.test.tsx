import '../lib/i18n.ts'
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { rulesMessages } from '../messages/rules.ts'
import { RichText } from './RichText.tsx'

test.each(['Be kind', 'Be <b>kind</b>', '<Kind/>', '<rule>Be kind</rule>', 'We <3 you'])(
  'what people wrote is shown as it is: %s',
  (title) => {
    const { container } = render(
      <RichText message={rulesMessages.reminder(title)} elements={{ rule: <em /> }} />,
    )
    expect(container.querySelector('em')).toHaveTextContent(title)
    expect(container.querySelector('em')?.children).toHaveLength(0)
  },
)
