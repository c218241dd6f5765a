import classes from './charts.module.css'

type Props = {
  readonly title: string
  readonly columns: readonly [name: string, count: string]
  readonly rows: readonly { readonly name: string; readonly count: string }[]
}

/** Names with one number each, so narrow that it never scrolls. */
export const CountTable = ({ title, columns: [first, second], rows }: Props) => (
  <table className={classes.table} aria-label={title}>
    <thead>
      <tr>
        <th scope="col">{first}</th>
        <th scope="col" className={classes.number}>
          {second}
        </th>
      </tr>
    </thead>
    <tbody>
      {rows.map(({ name, count }) => (
        <tr key={name}>
          <td>{name}</td>
          <td className={classes.number}>{count}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
