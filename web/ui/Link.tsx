import type { ComponentProps } from 'react'
import { useHref, useLinkClickHandler, useLocation } from 'react-router-dom'

interface LinkProps extends Omit<ComponentProps<'a'>, 'href' | 'onClick'> {
  to: string
}

/** A link to a page of the client. The router's own brings 4 KB for fetching ahead in a framework that is not here. */
export function Link({ to, ...props }: LinkProps) {
  return <a {...props} href={useHref(to)} onClick={useLinkClickHandler(to)} />
}

/** A link that says so when it leads to the page that is shown. */
export function NavLink(props: LinkProps) {
  const { pathname } = useLocation()
  return <Link {...props} aria-current={pathname === props.to ? 'page' : undefined} />
}
