import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { isOpen, type RoutePattern } from '@registry/domain/access/screens'
import { useNavigateTo } from '@registry/ui/layout/navigation.tsx'
import classes from './home.module.css'
import { Section } from './section.tsx'

type Row = {
  readonly name: string
  readonly action: string
  readonly path: RoutePattern
  /** The address of a view of the page. */
  readonly address?: string
}

/** The areas of patients. Areas that are not open are disabled (REQ-UI-12). */
export const AreaRows = () => {
  const { t } = useLingui()
  const rows: Row[] = [
    { name: t`I tuoi dati`, action: t`Visualizza`, path: '/pdati' },
    { name: t`I tuoi consensi`, action: t`Visualizza`, path: '/consenso' },
    { name: t`Nuovo questionario`, action: t`Compila`, path: '/sf36' },
    { name: t`Questionari compilati`, action: t`Visualizza`, path: '/sf36', address: '/sf36?vista=compilati' },
    { name: t`Newsletter`, action: t`Visualizza`, path: '/pnewsletter' },
    { name: t`Studi clinici`, action: t`Visualizza`, path: '/pstudi' },
  ]
  return (
    <Section title={t`Tutte le aree`}>
      <ul className={classes.rows}>
        {rows.map((row) => (
          <li key={row.name} className={classes.row}>
            <span>{row.name}</span>
            <RowButton row={row} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

const RowButton = ({ row }: { readonly row: Row }) => {
  const navigate = useNavigateTo()
  const { path, address = path } = row
  const open = isOpen(path)
  return (
    <Button variant="default" size="md" disabled={!open} aria-label={`${row.name}: ${row.action}`} onClick={() => navigate(address)}>
      {row.action}
    </Button>
  )
}
