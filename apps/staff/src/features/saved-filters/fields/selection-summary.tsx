import { Trans } from '@lingui/react/macro'
import type { FieldSelection } from '@registry/domain/filter/selection'
import { listSelectedFields } from '@registry/domain/filter/selected-fields'
import { useLanguage } from '@registry/ui/language/language.tsx'
import layout from '../../../layout/layout.module.css'
import { countChosen, isChosen, getSelectedNames } from './field-groups.ts'
import classes from './fields.module.css'
import { useFieldGroups } from './use-field-groups.ts'

/** The labels of the selected fields, by category, and the order of the columns if chosen (REQ-FIL-24). */
export const SelectionSummary = ({ selection }: { readonly selection: FieldSelection }) => {
  const groups = useFieldGroups()
  const { language } = useLanguage()
  return (
    <dl className={classes.selection}>
      {groups
        .filter((group) => countChosen(selection, group) > 0)
        .map((group) => (
          <div key={group.key}>
            <dt>
              {group.label} <span className={layout.quiet}>({countChosen(selection, group)})</span>
            </dt>
            <dd>
              {getSelectedNames(selection, group.key) === 'ALL' ? (
                <Trans>Tutti i campi tranne note libere e mesi dall’ultima notizia, anche quelli che si aggiungeranno</Trans>
              ) : (
                group.fields
                  .filter(({ name }) => isChosen(selection, group, name))
                  .map(({ label }) => label)
                  .join('; ')
              )}
            </dd>
          </div>
        ))}
      {selection.ORDER && (
        <div>
          <dt>
            <Trans>Ordine delle colonne</Trans>
          </dt>
          <dd>
            {listSelectedFields(selection)
              .map(({ label }) => label[language])
              .join('; ')}
          </dd>
        </div>
      )}
    </dl>
  )
}
