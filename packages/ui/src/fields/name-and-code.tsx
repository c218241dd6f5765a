import type { OptionsFilter } from '@mantine/core'
import classes from './name-and-code.module.css'

type Props = { readonly name: string; readonly code: string }

/** An option that is named in words, and has its code as second text. */
export const NameAndCode = ({ name, code }: Props) => (
  <span className={classes.option}>
    <span>{name}</span> {name !== code && <code className={classes.code}>{code}</code>}
  </span>
)

/** Finds the options whose name or code contains the searched text. */
export const filterByNameOrCode: OptionsFilter = ({ options, search }) => {
  const wanted = search.trim().toLowerCase()
  return options.filter((option) => 'value' in option && `${option.label} ${option.value}`.toLowerCase().includes(wanted))
}
