import { useLingui } from '@lingui/react/macro'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import classes from './menu-list.module.css'
import { RouteLink } from './navigation.tsx'

/** An item of the left menu; without `href` its area is not open and the item is disabled. */
export type MenuItem = { readonly label: string; readonly icon: ReactNode; readonly href?: string }
export type MenuGroup = { readonly name?: string; readonly items: readonly MenuItem[] }

type ListProps = {
  readonly groups: readonly MenuGroup[]
  readonly currentPath: string
  /** The list that a detail page belongs to: its item is marked too. */
  readonly parentPath?: string | undefined
  /** True when the menu shows icons only. */
  readonly folded?: boolean
  readonly onFollow?: () => void
}

/** The groups of the menu, the same in the drawer and next to the page. */
export const MenuList = ({ groups, currentPath, parentPath, folded = false, onFollow }: ListProps) =>
  groups.map((group, index) => (
    <ul key={index} className={clsx(classes.items, folded && classes.folded)} aria-label={group.name}>
      {group.name !== undefined && (
        <li className={classes.groupName} aria-hidden="true">
          {group.name}
        </li>
      )}
      {group.items.map((item) => (
        <li key={`${item.href} ${item.label}`}>
          <MenuLink item={item} current={getAriaCurrent(item, currentPath, parentPath)} {...(onFollow && { onFollow })} />
        </li>
      ))}
    </ul>
  ))

type AriaCurrent = 'page' | 'true' | undefined

const getAriaCurrent = ({ href }: MenuItem, currentPath: string, parentPath: string | undefined): AriaCurrent => {
  if (href === undefined) return undefined
  if (href === currentPath) return 'page'
  return href === parentPath ? 'true' : undefined
}

type LinkProps = { readonly item: MenuItem; readonly current: AriaCurrent; readonly onFollow?: () => void }

const MenuLink = ({ item, current, onFollow }: LinkProps) => {
  const { t } = useLingui()
  const label = <span className={classes.label}>{item.label}</span>
  if (item.href === undefined)
    return (
      <span className={classes.item} aria-disabled="true" title={item.label}>
        {item.icon}
        {label}
        <span className={classes.closed}>{t`non ancora disponibile`}</span>
      </span>
    )
  return (
    <RouteLink
      href={item.href}
      className={classes.item ?? ''}
      title={item.label}
      aria-current={current}
      {...(onFollow && { onClick: onFollow })}
    >
      {item.icon}
      {label}
    </RouteLink>
  )
}
