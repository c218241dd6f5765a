import type { HelpPage } from '@registry/domain/access/help-pages'
import type { HelpBlock, HelpLink, HelpRun } from '@registry/domain/help/document'
import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './help.module.css'

type Props = { readonly blocks: readonly HelpBlock[]; readonly onOpenPage: (page: HelpPage) => void }
type Opening = Pick<Props, 'onOpenPage'>

const Linked = ({ link, children, onOpenPage }: Opening & { readonly link: HelpLink; readonly children: ReactNode }) =>
  'page' in link ? (
    <Anchor inherit component="button" type="button" className={classes.link ?? ''} onClick={() => onOpenPage(link.page)}>
      {children}
    </Anchor>
  ) : (
    <Anchor inherit href={link.address} target="_blank" rel="noreferrer">
      {children}
    </Anchor>
  )

const Run = ({ run: { text, strong, emphasis, code, link }, onOpenPage }: Opening & { readonly run: HelpRun }) => {
  const written = code ? <code>{text}</code> : text
  const weighed = strong ? <strong>{written}</strong> : written
  const shaped = emphasis ? <em>{weighed}</em> : weighed
  return link ? (
    <Linked link={link} onOpenPage={onOpenPage}>
      {shaped}
    </Linked>
  ) : (
    shaped
  )
}

const Text = ({ runs, onOpenPage }: Opening & { readonly runs: readonly HelpRun[] }) =>
  runs.map((run, index) => <Run key={index} run={run} onOpenPage={onOpenPage} />)

const Table = ({ block: { head, rows }, onOpenPage }: Opening & { readonly block: Extract<HelpBlock, { kind: 'table' }> }) => {
  const name = head.map((cell) => cell.map(({ text }) => text).join('')).join(', ')
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table is scrolled by keyboard too
    <div className={classes.scroll} role="group" aria-label={name} tabIndex={0}>
      <table className={classes.table}>
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
      </table>
    </div>
  )
}

const List = ({ block: { ordered, items }, onOpenPage }: Opening & { readonly block: Extract<HelpBlock, { kind: 'list' }> }) => {
  const lines = items.map((item, index) => (
    <li key={index}>
      <Text runs={item} onOpenPage={onOpenPage} />
    </li>
  ))
  return ordered ? <ol>{lines}</ol> : <ul>{lines}</ul>
}

/** In the dialog the page's title is the dialog's own heading, of level 2: what stands below it is one level deeper. */
const Heading = ({ block: { level, text }, onOpenPage }: Opening & { readonly block: Extract<HelpBlock, { kind: 'heading' }> }) => {
  const words = <Text runs={text} onOpenPage={onOpenPage} />
  return level === 2 ? <h3>{words}</h3> : <h4>{words}</h4>
}

const Block = ({ block, onOpenPage }: Opening & { readonly block: HelpBlock }) => {
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

/** A page of the manual as elements: no text of it is ever assigned as HTML (THREAT-28, 5.2). */
export const HelpBlocks = ({ blocks, onOpenPage }: Props) => (
  <div className={classes.blocks}>
    {blocks.map((block, index) => (
      <Block key={index} block={block} onOpenPage={onOpenPage} />
    ))}
  </div>
)
