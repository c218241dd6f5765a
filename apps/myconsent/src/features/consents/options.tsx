import type { ReactNode } from 'react'
import classes from './consents.module.css'

type OptionProps = {
  readonly id?: string | undefined
  readonly name: string
  readonly checked: boolean
  readonly faultId?: string | undefined
  readonly onChoose: () => void
  readonly children: ReactNode
}

/** A choice that is pressed anywhere on its surface; in one group all have the same size and weight (interface.md). */
export const Option = ({ id, name, checked, faultId, onChoose, children }: OptionProps) => (
  <label className={classes.option}>
    <input id={id} type="radio" name={name} className={classes.radio} checked={checked} aria-describedby={faultId} onChange={onChoose} />
    <span className={classes.optionText}>{children}</span>
  </label>
)

type GroupProps = {
  readonly id: string
  readonly legend: ReactNode
  readonly error: string | undefined
  readonly columns: 1 | 2
  /** The options, told the id of the fault they are described by. */
  readonly children: (faultId: string | undefined) => ReactNode
}

/** A question with its options and, where it was refused, why. */
export const OptionGroup = ({ id, legend, error, columns, children }: GroupProps) => {
  const faultId = error === undefined ? undefined : `${id}-fault`
  return (
    <fieldset className={classes.group} data-fault={error !== undefined}>
      <legend className={classes.legend}>{legend}</legend>
      {error !== undefined && (
        <p id={faultId} className={classes.fault}>
          {error}
        </p>
      )}
      <div className={classes.options} data-columns={columns}>
        {children(faultId)}
      </div>
    </fieldset>
  )
}
