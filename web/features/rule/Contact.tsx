import { t } from '../../lib/i18n.ts'
import { rulesMessages } from '../../messages/rules.ts'
import { Card } from '../../ui/Card.tsx'
import { ContactText } from './ContactText.tsx'
import { RuleHeading } from './RuleSection.tsx'

const ID = 'contact-heading'

/** Where people without an account reach the operator. @param contact an email address or a URL */
export function Contact({ contact }: { contact: string }) {
  return (
    <Card as="section" aria-labelledby={ID}>
      <RuleHeading id={ID}>{t(rulesMessages.contact)}</RuleHeading>
      <p>
        <ContactText contact={contact} />
      </p>
    </Card>
  )
}
