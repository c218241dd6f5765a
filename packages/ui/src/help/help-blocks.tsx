import type { HelpPage } from '@registry/domain/access/help-pages'
import type { HelpBlock, HelpLink, HelpRun } from '@registry/domain/help/document'
import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { ScrollableTable } from '../layout/scrollable-table.tsx'
import classes from './help.module.css'

type Props = { readonly blocks: readonly HelpBlock[]; readonly onOpenPage: (page: HelpPage) => void }
type OnOpenPage = Pick<Props, 'onOpenPage'>

const PageLink = ({ link, children, onOpenPage }: OnOpenPage & { readonly link: HelpLink; readonly children: ReactNode }) =>
  'page' in link ? (
    <Anchor inherit component="button" type="button" className={classes.link ?? ''} onClick={() => onOpenPage(link.page)}>
      {children}
    </Anchor>
  ) : (
    <Anchor inherit href={link.address} target="_blank" rel="noreferrer">
      {children}
    </Anchor>
  )

const Run = ({ run: { text, strong, emphasis, code, link }, onOpenPage }: OnOpenPage & { readonly run: HelpRun }) => {
  const withCode = code ? <code>{text}</code> : text
  const withStrong = strong ? <strong>{withCode}</strong> : withCode
  const formatted = emphasis ? <em>{withStrong}</em> : withStrong
  return link ? (
    <PageLink link={link} onOpenPage={onOpenPage}>
      {formatted}
    </PageLink>
  ) : (
    formatted
  )
}

const Text = ({ runs, onOpenPage }: OnOpenPage & { readonly runs: readonly HelpRun[] }) =>
  runs.map((run, index) => <Run key={index} run={run} onOpenPage={onOpenPage} />)

const Table = ({ block: { head, rows }, onOpenPage }: OnOpenPage & { readonly block: Extract<HelpBlock, { kind: 'table' }> }) => {
  const name = head.map((cell) => cell.map(({ text }) => text).join('')).join(', ')
  return (
    <ScrollableTable label={name} className={classes.table}>
      <thead>
        <tr>
          {head.map((cell, index) => (
            <th key={index} scope="col">
              <Text runs={cell} onOpenPage={onOpenPage} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            {row.map((cell, column) => (
              <td key={column}>
                <Text runs={cell} onOpenPage={onOpenPage} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </ScrollableTable>
  )
}

const List = ({ block: { ordered, items }, onOpenPage }: OnOpenPage & { readonly block: Extract<HelpBlock, { kind: 'list' }> }) => {
  const lines = items.map((item, index) => (
    <li key={index}>
      <Text runs={item} onOpenPage={onOpenPage} />
    </li>
  ))
  return ordered ? <ol>{lines}</ol> : <ul>{lines}</ul>
}

/** The dialog's heading has level 2, so the headings of the page are one level deeper. */
const Heading = ({ block: { level, text }, onOpenPage }: OnOpenPage & { readonly block: Extract<HelpBlock, { kind: 'heading' }> }) => {
  const content = <Text runs={text} onOpenPage={onOpenPage} />
  return level === 2 ? <h3>{content}</h3> : <h4>{content}</h4>
}

const Block = ({ block, onOpenPage }: OnOpenPage & { readonly block: HelpBlock }) => {
  switch (block.kind) {
    case 'heading':
      return <Heading block={block} onOpenPage={onOpenPage} />
    case 'paragraph':
      return (
        <p>
          <Text runs={block.text} onOpenPage={onOpenPage} />
        </p>
      )
    case 'list':
      return <List block={block} onOpenPage={onOpenPage} />
    case 'table':
      return <Table block={block} onOpenPage={onOpenPage} />
    case 'code':
      return <pre className={classes.code}>{block.text}</pre>
    case 'picture':
      return <img className={classes.picture} src={block.address} alt={block.alt} width={block.width} height={block.height} />
  }
}

/** A page of the manual as React elements. Its text is never assigned as HTML (THREAT-28). */
export const HelpBlocks = ({ blocks, onOpenPage }: Props) => (
  <div className={classes.blocks}>
    {blocks.map((block, index) => (
      <Block key={index} block={block} onOpenPage={onOpenPage} />
    ))}
  </div>
)
