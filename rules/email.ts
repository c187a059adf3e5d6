const NOT_ASCII = /[^\x20-\x7e]/
/** Anything else in ASCII would be another part of a URL. */
const DOMAIN = /^[a-z0-9.\-\u{80}-\u{10ffff}]+$/iu

/**
 * The one form of an email address: in lower case, with the domain in Punycode. What is no address
 * stays as it is, without white space at its ends.
 */
export function canonicalEmail(text: string): string {
  const address = text.trim()
  const at = address.lastIndexOf('@')
  const local = address.slice(0, Math.max(at, 0))
  // The lower case of the Kelvin sign is an ASCII k, so such an address would become another one.
  if (at < 0 || NOT_ASCII.test(local)) return address
  return `${local.toLowerCase()}@${asciiDomain(address.slice(at + 1))}`
}

function asciiDomain(domain: string): string {
  if (!NOT_ASCII.test(domain)) return domain.toLowerCase()
  const url = `http://${domain}`
  return DOMAIN.test(domain) && URL.canParse(url) ? new URL(url).hostname : domain
}
