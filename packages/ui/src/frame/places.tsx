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
  readonly here: string
  /** True where the pictures alone are shown. */
  readonly folded?: boolean
  readonly onFollow?: () => void
}

/** The places of the menu, the same in the drawer and beside the page. */
export const Places = ({ groups, here, folded = false, onFollow }: ListProps) =>
  groups.map((group, index) => (
    <ul key={index} className={clsx(classes.places, folded && classes.folded)} aria-label={group.name}>
      {group.name !== undefined && (
        <li className={classes.groupName} aria-hidden="true">
          {group.name}
        </li>
      )}
      {group.places.map((place) => (
        <li key={`${place.href} ${place.label}`}>
          <PlaceLink place={place} here={here} {...(onFollow && { onFollow })} />
        </li>
      ))}
    </ul>
  ))

const PlaceLink = ({ place, here, onFollow }: { readonly place: Place; readonly here: string; readonly onFollow?: () => void }) => {
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
      aria-current={place.href === here ? 'page' : undefined}
      {...(onFollow && { onClick: onFollow })}
    >
      {place.icon}
      {words}
    </RouteLink>
  )
}
