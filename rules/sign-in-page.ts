/** The built sign-in page's empty alert, and the empty field for an email or username. */
const ALERT = /(<p(?=[^>]*\srole="alert")[^>]*>)(?=<\/p>)/
const IDENTIFIER = /<input(?=[^>]*\sname="email")(?=[^>]*\svalue="")[^>]*>/

interface SignInProblem {
  /** What went wrong, escaped for HTML. */
  problem: string
  /** What was typed as the email or username, escaped for HTML. */
  identifier: string
}

/** The built sign-in page after a form was sent without scripts and refused. */
export function withSignInProblem(html: string, { problem, identifier }: SignInProblem): string {
  return html
    .replace(ALERT, (alert) => alert + problem)
    .replace(IDENTIFIER, (input) => input.replace('value=""', () => `value="${identifier}"`))
}
