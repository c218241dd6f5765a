import type { ReactNode } from 'react'
import classes from './scrollable-table.module.css'

type Props = {
  readonly label: string
  /** A region is a landmark, for the table of a page. Tables in a text are groups, because many may have the same label. */
  readonly role?: 'group' | 'region'
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** A table that scrolls sideways in itself, also with the keyboard (WCAG 2.1.1). */
export const ScrollableTable = ({ label, role = 'group', className, children }: Props) => (
  <div className={classes.scroll} role={role} aria-label={label} tabIndex={0}>
    <table className={className}>{children}</table>
  </div>
)

export const TableHead = ({ headings }: { readonly headings: readonly string[] }) => (
  <thead>
    <tr>
      {headings.map((heading) => (
        <th key={heading} scope="col">
          {heading}
        </th>
      ))}
    </tr>
  </thead>
)
