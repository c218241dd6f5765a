import { Anchor, type AnchorProps } from '@mantine/core'
import { type ComponentProps, createContext, type MouseEvent, use } from 'react'

/** Goes to an address of this site without loading a page; the app's router supplies it. */
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

/** A real link to a page of this site: it can be opened in a new tab, and a plain click loads nothing anew. */
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
