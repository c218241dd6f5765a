import type { ReactNode } from 'react'
import classes from './consents.module.css'

type OptionProps = {
  readonly id?: string | undefined
  readonly name: string
  readonly checked: boolean
  readonly errorId?: string | undefined
  readonly onChoose: () => void
  readonly children: ReactNode
}

/** A radio option whose whole surface is clickable. All options of a group have the same size and weight. */
export const Option = ({ id, name, checked, errorId, onChoose, children }: OptionProps) => (
  <label className={classes.option}>
    <input id={id} type="radio" name={name} className={classes.radio} checked={checked} aria-describedby={errorId} onChange={onChoose} />
    <span className={classes.optionText}>{children}</span>
  </label>
)

type GroupProps = {
  readonly id: string
  readonly legend: ReactNode
  readonly error: string | undefined
  readonly columns: 1 | 2
  /** Renders the options; they refer to the error by its id. */
  readonly children: (errorId: string | undefined) => ReactNode
}

/** A question with its options and its error. */
export const OptionGroup = ({ id, legend, error, columns, children }: GroupProps) => {
  const errorId = error === undefined ? undefined : `${id}-error`
  return (
    <fieldset className={classes.group} data-error={error !== undefined}>
      <legend className={classes.legend}>{legend}</legend>
      {error !== undefined && (
        <p id={errorId} className={classes.error}>
          {error}
        </p>
      )}
      <div className={classes.options} data-columns={columns}>
        {children(errorId)}
      </div>
    </fieldset>
  )
}
