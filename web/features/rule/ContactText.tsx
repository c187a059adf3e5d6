import { contactMessages } from '../../messages/contact.ts'
import { RichText } from '../../ui/RichText.tsx'
import { TextLink } from '../../ui/TextLink.tsx'

/**
 * Says how people without an account reach the operator.
 * @param contact an email address or a URL
 */
export function ContactText({ contact }: { contact: string }) {
  const href = /^https?:/i.test(contact) ? contact : `mailto:${contact}`
  return (
    <RichText
      message={contactMessages.about(contact)}
      elements={{ contact: <TextLink href={href} rel="noopener noreferrer" /> }}
    />
  )
}
