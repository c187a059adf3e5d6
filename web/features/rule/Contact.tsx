import { isWebLink } from '#rules/links.ts'
import { t } from '../../lib/i18n.ts'
import { rulesMessages } from '../../messages/rules.ts'
import { Card } from '../../ui/Card.tsx'
import { RichText } from '../../ui/RichText.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { RuleHeading } from './RuleSection.tsx'

const ID = 'contact-heading'

/** Where people without an account reach the operator. @param contact an email address or a URL */
export function Contact({ contact }: { contact: string }) {
  const href = isWebLink(contact) ? contact : `mailto:${contact}`
  return (
    <Card as="section" aria-labelledby={ID}>
      <RuleHeading id={ID}>{t(rulesMessages.contact)}</RuleHeading>
      <p>
        <RichText
          message={rulesMessages.contactAbout(contact)}
          elements={{ contact: <TextLink href={href} rel="noopener noreferrer" /> }}
        />
      </p>
    </Card>
  )
}
