import type { ComponentProps } from 'react'
import { useHref, useLinkClickHandler, useLocation } from 'react-router-dom'

interface LinkProps extends Omit<ComponentProps<'a'>, 'href' | 'onClick'> {
  to: string
}

/** A link to a page of the client. React Router's own costs 4 KB more, for framework prefetching. */
export function Link({ to, ...props }: LinkProps) {
  return <a {...props} href={useHref(to)} onClick={useLinkClickHandler(to)} />
}

/** A link with `aria-current` while its page is shown. */
export function NavLink(props: LinkProps) {
  const { pathname } = useLocation()
  return <Link {...props} aria-current={pathname === props.to ? 'page' : undefined} />
}
