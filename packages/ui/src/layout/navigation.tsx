import { Anchor, type AnchorProps } from '@mantine/core'
import { type ComponentProps, createContext, type MouseEvent, use } from 'react'

/** Navigates to an address of this site without a page load. The app's router supplies it. */
export type Navigate = (to: string) => void

const NavigateContext = createContext<Navigate | undefined>(undefined)
export const NavigationProvider = NavigateContext

export const useNavigateTo = (): Navigate => {
  const navigate = use(NavigateContext)
  if (!navigate) throw new Error('useNavigateTo needs a NavigationProvider above it')
  return navigate
}

const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** A link to a page of this site. A plain click navigates without a page load; other clicks open a tab or window. */
export const RouteLink = ({ href, onClick, ...rest }: Omit<AnchorProps & ComponentProps<'a'>, 'href'> & { readonly href: string }) => {
  const navigate = useNavigateTo()
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event)
    if (event.defaultPrevented || !isPlainClick(event)) return
    event.preventDefault()
    navigate(href)
  }
  return <Anchor inherit href={href} onClick={follow} {...rest} />
}
