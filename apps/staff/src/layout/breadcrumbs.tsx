import { useLingui } from '@lingui/react/macro'
import { RouteLink } from '@registry/ui/layout/navigation.tsx'
import classes from './breadcrumbs.module.css'

type Props = { readonly list: string; readonly listName: string; readonly name: string }

/** The way back from one entry to its list. */
export const Breadcrumbs = ({ list, listName, name }: Props) => {
  const { t } = useLingui()
  return (
    <nav aria-label={t`Percorso`} className={classes.breadcrumbs}>
      <RouteLink href={list}>{listName}</RouteLink>
      <span aria-hidden="true">/</span>
      <span aria-current="page">{name}</span>
    </nav>
  )
}
