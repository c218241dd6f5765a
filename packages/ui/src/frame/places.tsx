import { useLingui } from '@lingui/react/macro'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import { RouteLink } from './navigation.tsx'
import classes from './places.module.css'

/** A place of the left menu; without `href` its area is not open and it stands disabled. */
export type Place = { readonly label: string; readonly icon: ReactNode; readonly href?: string }
/** Places that belong together, under a name where they have one. */
export type PlaceGroup = { readonly name?: string; readonly places: readonly Place[] }

type ListProps = {
  readonly groups: readonly PlaceGroup[]
  /** The address that is shown, and the one above it: a detail's list is marked too. */
  readonly here: string
  readonly above?: string | undefined
  /** True where the pictures alone are shown. */
  readonly folded?: boolean
  readonly onFollow?: () => void
}

/** The places of the menu, the same in the drawer and beside the page. */
export const Places = ({ groups, here, above, folded = false, onFollow }: ListProps) =>
  groups.map((group, index) => (
    <ul key={index} className={clsx(classes.places, folded && classes.folded)} aria-label={group.name}>
      {group.name !== undefined && (
        <li className={classes.groupName} aria-hidden="true">
          {group.name}
        </li>
      )}
      {group.places.map((place) => (
        <li key={`${place.href} ${place.label}`}>
          <PlaceLink place={place} current={currentOf(place, here, above)} {...(onFollow && { onFollow })} />
        </li>
      ))}
    </ul>
  ))

type Current = 'page' | 'true' | undefined

const currentOf = ({ href }: Place, here: string, above: string | undefined): Current => {
  if (href === undefined) return undefined
  if (href === here) return 'page'
  return href === above ? 'true' : undefined
}

type LinkProps = { readonly place: Place; readonly current: Current; readonly onFollow?: () => void }

const PlaceLink = ({ place, current, onFollow }: LinkProps) => {
  const { t } = useLingui()
  const words = <span className={classes.label}>{place.label}</span>
  if (place.href === undefined)
    return (
      <span className={classes.place} aria-disabled="true" title={place.label}>
        {place.icon}
        {words}
        <span className={classes.closed}>{t`non ancora disponibile`}</span>
      </span>
    )
  return (
    <RouteLink
      href={place.href}
      className={classes.place ?? ''}
      title={place.label}
      aria-current={current}
      {...(onFollow && { onClick: onFollow })}
    >
      {place.icon}
      {words}
    </RouteLink>
  )
}
