import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { listSelectedFields } from '@registry/domain/filter/selected-fields'
import type { FieldSelection } from '@registry/domain/filter/selection'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { useState } from 'react'
import layout from '../../../layout/layout.module.css'
import { getSelectedNames } from './field-groups.ts'
import classes from './fields.module.css'
import { useFieldGroups } from './use-field-groups.ts'

/** The number of columns that the page shows before a click, so that the preview stays in view. */
const firstColumns = 12

/** The columns of a filter in their order (REQ-FIL-24). */
export const ColumnChips = ({ selection }: { readonly selection: FieldSelection }) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const [isOpen, setIsOpen] = useState(false)
  const open = useFieldGroups().filter(({ key }) => getSelectedNames(selection, key) === 'ALL')
  const fields = listSelectedFields(selection)
  const shown = isOpen ? fields : fields.slice(0, firstColumns)
  const names = new Intl.ListFormat(language).format(open.map(({ label }) => label))
  const count = fields.length
  return (
    <>
      <ol className={classes.chips} aria-label={t`Colonne, in ordine`}>
        {shown.map(({ name, label }) => (
          <li key={name} className={classes.chip}>
            {label[language]}
          </li>
        ))}
      </ol>
      {shown.length < count && (
        <Button variant="subtle" size="compact-sm" onClick={() => setIsOpen(true)}>
          <Trans>Mostra tutte le {count} colonne</Trans>
        </Button>
      )}
      {open.length > 0 && (
        <p className={layout.quiet}>
          <Trans>Anche i campi che si aggiungeranno a: {names}. Note libere e mesi dall’ultima notizia restano esclusi.</Trans>
        </p>
      )}
    </>
  )
}
