import type { ReactNode } from 'react'
import classes from './options.module.css'

type OptionProps = {
  readonly id?: string | undefined
  readonly name: string
  readonly checked: boolean
  /** The ids of the help and the error of the question. */
  readonly describedBy?: string | undefined
  readonly onChoose: () => void
  readonly children: ReactNode
}

/** A radio option whose whole surface is clickable. All options of a group have the same size and weight. */
export const Option = ({ id, name, checked, describedBy, onChoose, children }: OptionProps) => (
  <label className={classes.option}>
    <input
      id={id}
      type="radio"
      name={name}
      className={classes.radio}
      checked={checked}
      aria-describedby={describedBy}
      onChange={onChoose}
    />
    <span className={classes.optionText}>{children}</span>
  </label>
)

type GroupProps = {
  readonly id: string
  readonly legend: ReactNode
  readonly help?: string | undefined
  readonly error: string | undefined
  readonly columns: 1 | 2
  /** Renders the options; they refer to help and error by their ids. */
  readonly children: (describedBy: string | undefined) => ReactNode
}

export const OptionGroup = ({ id, legend, help, error, columns, children }: GroupProps) => {
  const errorId = error === undefined ? undefined : `${id}-error`
  const helpId = help === undefined ? undefined : `${id}-help`
  const describedBy = [helpId, errorId].filter(Boolean).join(' ') || undefined
  return (
    <fieldset className={classes.group} data-error={error !== undefined}>
      <legend className={classes.legend}>{legend}</legend>
      {help !== undefined && (
        <p id={helpId} className={classes.help}>
          {help}
        </p>
      )}
      {error !== undefined && (
        <p id={errorId} className={classes.error}>
          {error}
        </p>
      )}
      <div className={classes.options} data-columns={columns}>
        {children(describedBy)}
      </div>
    </fieldset>
  )
}
